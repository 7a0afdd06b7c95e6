"""The one place where the parts of the service are created and joined: `assemble` creates `Services`."""

from puzzles.shipped.shipped import shipped_puzzles
from service.account_mail.account_mail import AccountMail
from service.account_mail.game_links import GameLinks
from service.deals.deals import Deals
from service.deals.results import DealResults
from service.delivery.devices import Devices
from service.delivery.hooks import Hooks
from service.delivery.outbox import Outbox
from service.delivery.push import ServerKey
from service.engine.game_of_day import GameOfDay
from service.engine.hints import Hints
from service.engine.queues import Jobs
from service.engine.reviews import Reviews
from service.engine.thinking_time import ThinkingTime
from service.engine.tickets import Tickets
from service.games.commands import Commands
from service.games.consent.consent import Consent
from service.games.follow_ups import FollowUps
from service.games.live_games import LiveGames
from service.games.news import NewsWriter
from service.games.outages import Outages
from service.games.streams import Streams
from service.games.tables import Tables
from service.helper.process import Helper
from service.lists.index import ListIndex
from service.lists.quotas import GAMES, Limits, Quotas
from service.lists.ratings import Ratings
from service.moderation.act_log import ActLog
from service.moderation.moderators import Moderation
from service.moderation.networks import Networks
from service.moderation.nightly import Suspicions
from service.moderation.reports import Reports
from service.notices.daily.daily_notices import DailyNotices
from service.notices.daily.puzzle_days import PuzzleDays
from service.notices.due import DuePeople
from service.notices.mails.enclosures import Enclosures
from service.notices.mails.given_up import GivenUp
from service.notices.mails.mail_endings import MailEndings
from service.notices.notice_log import NoticeLogs
from service.notices.own_notices import OwnNotices
from service.notices.preferences import StoredPreferences
from service.notices.presence import Presence
from service.notices.reach import targets_by_way
from service.notices.sending.dispatcher import Dispatcher
from service.notices.sending.packing import Packing
from service.notices.sending.trials import Trials
from service.notices.shown import NoticeWriter
from service.notices.unread import UnreadNotices
from service.opponents.candidates import Candidates
from service.opponents.follows import Follows
from service.opponents.greetings import Greetings
from service.opponents.invitations import Invitations
from service.opponents.seeks import Seeks
from service.opponents.sitters import RecordsOfSitters
from service.opponents.suggestions import Suggestions
from service.people.accounts import Accounts
from service.people.activity import Activity
from service.people.blocks import Blocks
from service.people.identity import People
from service.people.kinds import Kinds
from service.personal.attendance import Attendance
from service.personal.game_lines import GameLines
from service.personal.guesses import Guesses
from service.personal.marks import Marks
from service.personal.notes import Notes
from service.personal.own_lists import OwnLists
from service.personal.play import Playing
from service.personal.streams import PersonalStreams
from service.pictures.cache import Pictures
from service.plans.plans import Plans
from service.privacy.anonymise import ShownLists, Vacancies
from service.privacy.departed import Departed
from service.privacy.handover import Handover
from service.privacy.own_games import OwnGames
from service.privacy.personal_data import OwnData
from service.privacy.shown_names import ShownNames
from service.puzzles.attempts import Attempts
from service.puzzles.calendar import Calendar
from service.puzzles.library import Library
from service.puzzles.personal_data import OwnPuzzleData
from service.puzzles.practice import Practice
from service.puzzles.results import Results
from service.runtime.clock import Clock
from service.runtime.settings import Outside
from service.services import Services
from service.store.bells import Bells
from service.store.event_store import EventStore
from service.store.followers.reader import FeedReader
from service.subscriptions.addresses import CalendarAddresses
from service.subscriptions.deadlines import Deadlines
from service.subscriptions.feeds import Feeds
from service.talk.talk import Talk
from service.time_off.agreements import Agreements
from service.time_off.at_tables import TimeOffAtTables
from service.time_off.own_time import OwnTime
from service.tournaments.shown import ShownTournaments
from service.tournaments.tournaments import Tournaments


def assemble(
    store: EventStore,
    clock: Clock,
    tickets: Tickets | None = None,
    games: int = GAMES,
    outside: Outside = Outside(),  # noqa: B008 - it cannot be changed
) -> Services:
    """The parts of the service; an account may have this many `games` at a time."""
    departed, act_log = Departed(store, clock), ActLog(store, clock)
    names = ShownNames(departed, act_log)
    own_time = OwnTime(store, clock)
    tables = Tables(store, clock, names.anonymised, own_time.rests)
    live = LiveGames(store, tables.nameless)
    commands, outages, streams = Commands(live, clock), Outages(store, clock), Streams(live)
    agreements, consent = Agreements(tables, live, outages, clock), Consent(tables, commands, clock)
    blocks = Blocks(store, clock)
    follow_ups = FollowUps(tables, blocks, clock)
    vacancies = Vacancies(tables, follow_ups, commands, departed)
    people = People(store, clock)
    kinds = Kinds(people.credentials, clock)
    lists = ShownLists(ListIndex(store), names, kinds, act_log)
    accounts, activity = Accounts(store, people, clock), Activity(store, clock)
    quotas = Quotas(store, ListIndex(store), clock, Limits.for_games(games))
    library, attempts, results = Library(store, clock, shipped_puzzles), Attempts(store, clock), Results(store)
    reviews, own_games = Reviews(store), OwnGames(store, ListIndex(store))
    own_games.erasers.append(reviews.remove)
    own_data = OwnData(people, accounts.names, activity, departed, lists, vacancies, own_games)
    puzzle_data = OwnPuzzleData(attempts, results)
    reports, networks = Reports(store, clock), Networks(store, clock)
    outbox = Outbox(store, clock)
    plain = outside.private_targets
    devices, hooks = Devices(store, outbox, clock, plain=plain), Hooks(store, outbox, clock, plain=plain)
    mail = AccountMail(store, people, accounts, activity, outbox, clock, outside)
    talk = Talk(store, blocks, people.credentials, clock)
    own_games.erasers.append(talk.erase_spectators)
    plans = Plans(store, tables, live, clock)
    bells, due, solvers = Bells(store), DuePeople(store, clock), DuePeople(store, clock, "daily")
    notices = OwnNotices(
        NoticeLogs(store, clock),
        StoredPreferences(store),
        Presence(store, clock),
        NoticeWriter(tables, ListIndex(store), talk.read_until, clock),
        bells,
        due,
        solvers,
        clock,
    )
    endings, pictures = MailEndings(store, people.credentials, notices), Pictures()
    game_links, own_lists = GameLinks(people, clock), OwnLists(lists, Marks(store), notices.muted)
    calendar, calendar_addresses = Calendar(store, library, clock), CalendarAddresses(store)
    notes, seeks = Notes(store, blocks, talk.levels, clock), Seeks(store, clock)
    ratings, tournaments = Ratings(store), Tournaments(store, clock)
    guesses = Guesses(store)
    deals = Deals(store, tables, live, clock)
    greetings, follows = Greetings(store, clock), Follows(store, blocks, clock)
    handover = Handover(store, tables, own_games, people.credentials, act_log, blocks, quotas)
    handover.of_seat += [talk.hand_over, plans.hand_over]
    handover.of_person += [own_lists.marks.hand_over, notes.hand_over, puzzle_data.hand_over, seeks.hand_over]
    handover.of_person += [deals.hand_over, guesses.hand_over]
    own_data.erasers += [
        *(mail.erase, devices.erase, hooks.erase, outbox.erase, puzzle_data.erase, blocks.erase, reports.erase),
        *(networks.erase, notices.erase, due.erase, talk.erase, plans.erase, own_time.erase, own_lists.marks.erase),
        *(calendar_addresses.erase, seeks.erase, greetings.erase, follows.erase, tournaments.erase),
        *(notes.erase, handover.erase, deals.erase, guesses.erase),
    ]
    candidates = Candidates(people.credentials, act_log, blocks, ratings, quotas, ListIndex(store), tables)
    targets = targets_by_way(mail, devices, hooks)
    packing = Packing(notices.writer, ListIndex(store), mail.addresses, hooks, endings, clock, outside.url)
    days = PuzzleDays(calendar, results, clock)
    dispatcher = Dispatcher(notices, due, live, outbox, packing, targets, days, bells, clock)
    daily = DailyNotices(solvers, days, notices.logs, notices.preferences, dispatcher.on_news, clock)
    return Services(
        store=store,
        people=people,
        kinds=kinds,
        tables=tables,
        follow_ups=follow_ups,
        live=live,
        commands=commands,
        streams=streams,
        attendance=Attendance(store, bells),
        feeds=FeedReader(store, (live, tables, streams)),
        news=NewsWriter(tables, live, outages),
        bells=bells,
        personal_streams=PersonalStreams(GameLines(own_lists), UnreadNotices(notices)),
        lists=lists,
        own_lists=own_lists,
        ratings=ratings,
        playing=Playing(lists, reviews),
        quotas=quotas,
        outages=outages,
        agreements=agreements,
        consent=consent,
        own_time=own_time,
        time_off=TimeOffAtTables(own_time, agreements, tables, ListIndex(store)),
        talk=talk,
        plans=plans,
        notes=notes,
        guesses=guesses,
        accounts=accounts,
        activity=activity,
        blocks=blocks,
        follows=follows,
        seeks=seeks,
        tournaments=tournaments,
        deals=deals,
        deal_results=DealResults(deals, lists),
        shown_tournaments=ShownTournaments(people.credentials, act_log),
        candidates=candidates,
        suggestions=Suggestions(candidates, blocks, ratings, ListIndex(store), clock),
        invitations=Invitations(tables, blocks, quotas, people.credentials, act_log),
        greetings=greetings,
        records_of_sitters=RecordsOfSitters(lists, ratings),
        reports=reports,
        act_log=act_log,
        networks=networks,
        suspicions=Suspicions(store, act_log),
        moderation=Moderation(act_log, accounts, people, tables, quotas, clock),
        departed=departed,
        vacancies=vacancies,
        own_games=own_games,
        own_data=own_data,
        handover=handover,
        puzzle_data=puzzle_data,
        notices=notices,
        mail_endings=endings,
        enclosures=Enclosures(tables, live, pictures, game_links, outside.url),
        game_links=game_links,
        calendar_addresses=calendar_addresses,
        deadlines=Deadlines(ListIndex(store), live, outages, notices, tournaments, outside.url),
        subscriptions=Feeds(calendar, lists, outside.url),
        dispatcher=dispatcher,
        daily=daily,
        puzzle_days=days,
        given_up=GivenUp(notices.logs, targets, dispatcher.on_news, clock),
        hints=Hints(store, clock),
        reviews=reviews,
        game_of_day=GameOfDay(store, reviews, clock),
        thinking_time=ThinkingTime(store, clock),
        jobs=Jobs(store, tickets or Tickets(None)),
        outside=outside,
        outbox=outbox,
        trials=Trials(store, outbox, outside.url),
        mail=mail,
        devices=devices,
        hooks=hooks,
        push_key=ServerKey(store),
        library=library,
        calendar=calendar,
        attempts=attempts,
        results=results,
        practice=Practice(library, results),
        pictures=pictures,
        texts=Helper(),
        films=Helper(),
    )
