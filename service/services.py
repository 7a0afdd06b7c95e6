"""The parts of the service, for those who need several of them. `assembly.py` creates and joins them."""

from dataclasses import dataclass

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
from service.games.commands import Commands
from service.games.consent.consent import Consent
from service.games.follow_ups import FollowUps
from service.games.live_games import LiveGames
from service.games.news import NewsWriter
from service.games.outages import Outages
from service.games.streams import Streams
from service.games.tables import Tables
from service.helper.process import Helper
from service.lists.quotas import Quotas
from service.lists.ratings import Ratings
from service.moderation.act_log import ActLog
from service.moderation.moderators import Moderation
from service.moderation.networks import Networks
from service.moderation.nightly import Suspicions
from service.moderation.reports import Reports
from service.notices.daily.daily_notices import DailyNotices
from service.notices.daily.puzzle_days import PuzzleDays
from service.notices.mails.enclosures import Enclosures
from service.notices.mails.given_up import GivenUp
from service.notices.mails.mail_endings import MailEndings
from service.notices.own_notices import OwnNotices
from service.notices.sending.dispatcher import Dispatcher
from service.notices.sending.trials import Trials
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
from service.personal.guesses import Guesses
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
from service.puzzles.attempts import Attempts
from service.puzzles.calendar import Calendar
from service.puzzles.library import Library
from service.puzzles.personal_data import OwnPuzzleData
from service.puzzles.practice import Practice
from service.puzzles.results import Results
from service.runtime.settings import Outside
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


@dataclass(frozen=True, kw_only=True, slots=True)
class Services:
    """All parts of the service that routes and background tasks work with."""

    store: EventStore
    people: People
    kinds: Kinds
    tables: Tables
    follow_ups: FollowUps
    live: LiveGames
    commands: Commands
    streams: Streams
    attendance: Attendance
    feeds: FeedReader
    news: NewsWriter
    bells: Bells
    personal_streams: PersonalStreams
    lists: ShownLists
    own_lists: OwnLists
    ratings: Ratings
    playing: Playing
    quotas: Quotas
    outages: Outages
    agreements: Agreements
    own_time: OwnTime
    time_off: TimeOffAtTables
    consent: Consent
    talk: Talk
    plans: Plans
    notes: Notes
    guesses: Guesses
    accounts: Accounts
    activity: Activity
    blocks: Blocks
    follows: Follows
    seeks: Seeks
    tournaments: Tournaments
    deals: Deals
    deal_results: DealResults
    shown_tournaments: ShownTournaments
    candidates: Candidates
    suggestions: Suggestions
    invitations: Invitations
    records_of_sitters: RecordsOfSitters
    greetings: Greetings
    reports: Reports
    act_log: ActLog
    moderation: Moderation
    networks: Networks
    suspicions: Suspicions
    departed: Departed
    vacancies: Vacancies
    own_games: OwnGames
    own_data: OwnData
    handover: Handover
    puzzle_data: OwnPuzzleData
    notices: OwnNotices
    mail_endings: MailEndings
    enclosures: Enclosures
    game_links: GameLinks
    calendar_addresses: CalendarAddresses
    deadlines: Deadlines
    subscriptions: Feeds
    dispatcher: Dispatcher
    given_up: GivenUp
    daily: DailyNotices
    puzzle_days: PuzzleDays
    hints: Hints
    reviews: Reviews
    game_of_day: GameOfDay
    thinking_time: ThinkingTime
    jobs: Jobs
    outside: Outside
    outbox: Outbox
    trials: Trials
    mail: AccountMail
    devices: Devices
    hooks: Hooks
    push_key: ServerKey
    library: Library
    calendar: Calendar
    attempts: Attempts
    results: Results
    practice: Practice
    pictures: Pictures
    texts: Helper  # reads records, writes replays
    films: Helper  # by itself, because a film takes seconds

    async def aclose(self) -> None:
        """Closes connections, and ends threads without waiting for their work."""
        self.accounts.passwords.close()
        self.pictures.close()
        self.texts.close()
        self.films.close()
        await self.jobs.aclose()
        await self.store.aclose()
