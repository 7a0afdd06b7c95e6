"""The world: HTTP, Redis, clocks, dice and workers around the pure core. Imports point upwards in this list.

runtime/         what every process needs
store/           logs, feeds and repositories on Valkey
local_valkey/    the private server of `make run` and of the tests
people/          tokens, sessions, accounts, names
delivery/        the outbox of mails, pushes and webhooks
account_mail/    the e-mail address of an account
games/           tables, moves, views, streams
pictures/        tables and puzzles as PNG and film
helper/          a second process of the API for what takes long
lists/           lobby, my games, histories, ratings
time_off/        days off and holidays of people
talk/            what is said at tables
moderation/      reports, acts, suspicious pairs
privacy/         who left, export and erasure
engine/          search processes, job queues, hints, reviews
plans/           what players plan for their next turn
personal/        everything of one person over one stream
opponents/       seeks, invitations, people who follow others
deals/           the deal of the day: everybody plays it once
tournaments/     who meets whom over many games, and who comes out first
puzzles/         library, calendar, attempts, results
notices/         what people are informed of
subscriptions/   calendars of deadlines and Atom feeds
services         the parts, by name
assembly         creates and joins them
worker/          the worker process
ops/             commands and checks for operators
http/            the plumbing of every route
api/             the routes
pages/           the HTML pages
app              joins the routes into one application
process/         the supervisor of `make run`, the API's process
"""
