"""What one process counts, in the form that Prometheus reads.

Requests are counted in plain dictionaries and lists, and turned into metrics only when somebody looks: the usual way
(a labelled histogram for each request) costs ten times as much. The API shows them at `/metrics`. A worker has a small
port of its own, METRICS_PORT: every process is then one target. Had the workers put their counts into the store for
the API to show, each replica of the API would tell the same numbers again, and sums would be wrong.
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
NOWHERE: Final = "none"  # the route of a request that no route answers
_BOUNDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
_SEARCH_BOUNDS: Final = (0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)


class Requests(Collector):
    """How many requests of each route were answered how, and how fast."""

    def __init__(self) -> None:
        # By method, route and status: answers within each bound, the slower ones, and the sum of their seconds.
        self._answers: defaultdict[tuple[str, str, int], list[float]] = defaultdict(lambda: [0] * (len(_BOUNDS) + 2))

    def answered(self, method: str, route: str | None, status: int, seconds: float) -> None:
        counts = self._answers[(method, route, status) if route else (NOWHERE, NOWHERE, status)]
        counts[bisect_left(_BOUNDS, seconds)] += 1
        counts[-1] += seconds

    def collect(self) -> Iterator[CounterMetricFamily | HistogramMetricFamily]:
        told = CounterMetricFamily(
            "firstfire_requests", "Requests by how they were answered", labels=["method", "route", "status"]
        )
        took = HistogramMetricFamily(
            "firstfire_request_seconds", "From the request to the start of its answer", labels=["method", "route"]
        )
        routes: defaultdict[tuple[str, str], list[list[float]]] = defaultdict(list)
        for (method, route, status), counts in sorted(self._answers.items()):
            told.add_metric([method, route, str(status)], sum(counts[:-1]))
            routes[method, route].append(counts)
        bounds = [*map(str, _BOUNDS), "+Inf"]
        for labels, found in routes.items():
            *counts, seconds = (sum(column) for column in zip(*found, strict=True))
            buckets = list(zip(bounds, accumulate(counts), strict=True))
            took.add_metric(labels, buckets, seconds)
        yield told
        yield took


class OpenStreams(Protocol):
    @property
    def streams(self) -> int: ...

    @property
    def resyncs(self) -> int: ...


class _Streams(Collector):
    def __init__(self, hub: OpenStreams) -> None:
        self._hub = hub

    def collect(self) -> Iterator[CounterMetricFamily | GaugeMetricFamily]:
        yield GaugeMetricFamily("firstfire_open_streams", "Open event streams", self._hub.streams)
        yield CounterMetricFamily(
            "firstfire_resyncs", "Times that a slow stream was told to fetch its game again", self._hub.resyncs
        )


class Metrics:
    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.requests = Requests()
        self.registry.register(self.requests)
        ProcessCollector(registry=self.registry)
        GCCollector(registry=self.registry)
        self.commands = Counter(
            "firstfire_commands",
            "Commands for the log: who asked (person, bot, start, table, puzzle), and whether they were appended, "
            "repeated, in conflict with another writer, or found the log unavailable",
            ["by", "outcome"],
            registry=self.registry,
        )
        self.events = Counter("firstfire_events_appended", "Events appended to logs", registry=self.registry)
        self.lag = Gauge(
            "firstfire_feed_lag_seconds", "Age of the oldest entry not heard", ["follower"], registry=self.registry
        )
        self.store_up = Gauge("firstfire_store_up", "Whether the log answered just now", registry=self.registry)
        self.searches = Counter(
            "firstfire_searches",
            "Searches by what they were for (hint, bot, review, puzzle); whether they were done, failed or called off",
            ["purpose", "outcome"],
            registry=self.registry,
        )
        self.search_seconds = Histogram(
            "firstfire_search_seconds",
            "How long a search thought",
            ["purpose"],
            buckets=_SEARCH_BOUNDS,
            registry=self.registry,
        )
        self.searches_waiting = Gauge(
            "firstfire_searches_waiting", "Searches begun or waiting", ["purpose"], registry=self.registry
        )
        self.puzzles = Gauge(
            "firstfire_puzzles",
            "Puzzles for practice, and kept back for days to come",
            ["shelf"],
            registry=self.registry,
        )
        self.days_ahead = Gauge(
            "firstfire_days_ahead", "Days from tomorrow on that have their puzzle", registry=self.registry
        )
        self.jobs_waiting = Gauge(
            "firstfire_jobs_waiting", "Jobs begun or waiting, for all workers", ["queue"], registry=self.registry
        )

    def watch(self, hub: OpenStreams) -> None:
        self.registry.register(_Streams(hub))

    def told(self) -> bytes:
        return generate_latest(self.registry)
