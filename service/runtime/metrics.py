"""The metrics of one process, in the text format of Prometheus.

Requests and appends are counted in plain dictionaries and lists, and turned into metrics only when they are scraped:
the usual way (a labelled histogram, observed for each request) costs ten times as much. The API serves them at
`/metrics`. A worker serves its own on METRICS_PORT, so that every process is one target. If workers stored their counts
for the API to serve, each replica of the API would report the same numbers, and sums would be wrong.
"""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterator
from itertools import accumulate
from typing import Final, Protocol

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.registry import Collector

CONTENT_TYPE: Final = "text/plain; version=0.0.4"
NO_ROUTE: Final = "none"  # label of requests that match no route
_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_SEARCH_BOUNDS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Requests(Collector):
    """Counts requests and their durations, by route and status."""

    def __init__(self) -> None:
        # By method, route and status: one count per bound, one for slower answers, and the sum of their seconds.
        self._counts: defaultdict[tuple[str, str, int], list[float]] = defaultdict(lambda: [0] * (len(_BOUNDS) + 2))

    def answered(self, method: str, route: str | None, status: int, seconds: float) -> None:
        counts = self._counts[(method, route, status) if route else (NO_ROUTE, NO_ROUTE, status)]
        counts[bisect_left(_BOUNDS, seconds)] += 1
        counts[-1] += seconds

    def collect(self) -> Iterator[CounterMetricFamily | HistogramMetricFamily]:
        requests = CounterMetricFamily("firstfire_requests", "Requests by status", labels=["method", "route", "status"])
        durations = HistogramMetricFamily(
            "firstfire_request_seconds",
            "Time from the request to the start of its response",
            labels=["method", "route"],
        )
        routes: defaultdict[tuple[str, str], list[list[float]]] = defaultdict(list)
        for (method, route, status), counts in sorted(self._counts.items()):
            requests.add_metric([method, route, str(status)], sum(counts[:-1]))
            routes[method, route].append(counts)
        bounds = [*map(str, _BOUNDS), "+Inf"]
        for labels, by_status in routes.items():
            *counts, seconds = (sum(column) for column in zip(*by_status, strict=True))
            buckets = list(zip(bounds, accumulate(counts), strict=True))
            durations.add_metric(labels, buckets, seconds)
        yield requests
        yield durations


class Appends(Collector):
    """Counts commands by origin and outcome, and the events that they have appended."""

    def __init__(self) -> None:
        self._commands: defaultdict[tuple[str, str], int] = defaultdict(int)
        self._events = 0

    def count(self, origin: str, outcome: str, events: int) -> None:
        """`events`: how many were appended."""
        self._commands[origin, outcome] += 1
        self._events += events

    def collect(self) -> Iterator[CounterMetricFamily]:
        commands = CounterMetricFamily(
            "firstfire_commands",
            "Commands by origin (person, bot, start, table, puzzle) and by outcome: appended, repeated, in conflict "
            "with another writer, or event log unavailable",
            labels=["by", "outcome"],
        )
        for labels, number in sorted(self._commands.items()):
            commands.add_metric(labels, number)
        yield commands
        yield CounterMetricFamily("firstfire_events_appended", "Events appended to logs", self._events)


class OpenStreams(Protocol):
    @property
    def open_count(self) -> int: ...

    @property
    def resyncs(self) -> int: ...


class OpenPersonalStreams(Protocol):
    @property
    def open_count(self) -> int: ...


class _Streams(Collector):
    def __init__(self, streams: OpenStreams, personal: OpenPersonalStreams) -> None:
        self._streams = streams
        self._personal = personal

    def collect(self) -> Iterator[CounterMetricFamily | GaugeMetricFamily]:
        yield GaugeMetricFamily("firstfire_open_streams", "Open event streams of games", self._streams.open_count)
        yield GaugeMetricFamily("firstfire_open_personal_streams", "Open personal streams", self._personal.open_count)
        yield CounterMetricFamily(
            "firstfire_resyncs", "Times that a slow stream had to fetch its game again", self._streams.resyncs
        )


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Requests()
        self.registry.register(self.requests)
        self.appends = Appends()
        self.registry.register(self.appends)
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self.lag = Gauge(
            "firstfire_feed_lag_seconds", "Age of the oldest unread feed entry", ["follower"], registry=self.registry
        )
        self.store_up = Gauge("firstfire_store_up", "Whether the event store responds", registry=self.registry)
        self.searches = Counter(
            "firstfire_searches",
            "Searches by purpose (hint, bot, review, puzzle) and outcome: done, failed or called off",
            ["purpose", "outcome"],
            registry=self.registry,
        )
        self.search_seconds = Histogram(
            "firstfire_search_seconds",
            "Duration of a search",
            ["purpose"],
            buckets=_SEARCH_BOUNDS,
            registry=self.registry,
        )
        self.searches_waiting = Gauge(
            "firstfire_searches_waiting", "Searches running or waiting", ["purpose"], registry=self.registry
        )
        self.puzzles = Gauge(
            "firstfire_puzzles",
            "Puzzles for practice, and in reserve for future days",
            ["shelf"],
            registry=self.registry,
        )
        self.days_ahead = Gauge(
            "firstfire_days_ahead", "Days from tomorrow on that have a puzzle", registry=self.registry
        )
        self.jobs_waiting = Gauge(
            "firstfire_jobs_waiting", "Jobs of all workers, running or waiting", ["queue"], registry=self.registry
        )
        self.parcels = Counter(
            "firstfire_parcels",
            "Attempts to send by mail, push or webhook, by outcome: delivered, failed (tried again), rejected, gone, "
            "away (the whole way is closed) or expired",
            ["way", "outcome"],
            registry=self.registry,
        )
        self.parcels_waiting = Gauge(
            "firstfire_parcels_waiting",
            "Addresses, devices and webhooks that something waits for",
            ["way"],
            registry=self.registry,
        )

    def watch(self, streams: OpenStreams, personal: OpenPersonalStreams) -> None:
        """Also report the event streams of games and of persons."""
        self.registry.register(_Streams(streams, personal))

    def exposition(self) -> bytes:
        """All metrics as the text that Prometheus scrapes."""
        return generate_latest(self.registry)
