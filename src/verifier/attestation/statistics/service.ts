/** Answers questions about exchanges from the sums that ingestion keeps. */
import {
  defaultTop,
  type ExchangeCounts,
  type ExchangeStatistics,
  type TopItem,
  type TopKind,
  type TopStatistics,
} from '../../../contract/api/statistics/shapes.ts';
import { type Clock, toTimestamp } from '../../../platform/clock.ts';
import { periodMs } from './count.ts';
import { type LatencySum, round, toAddedLatency } from './latency.ts';
import { type AskedRange, type Series, toSeries, toSpans } from './ranges.ts';
import type { NameSums, PointSums, StatisticsFilter, StatisticsStore, SummedCounts, TopOf } from './store.ts';

export interface AskedSeries extends AskedRange, StatisticsFilter {
  readonly interval?: Series['interval'] | undefined;
}

export interface AskedTop extends AskedRange, StatisticsFilter {
  readonly by: TopKind;
  readonly sort?: TopOf['sort'] | undefined;
  readonly limit?: number | undefined;
}

export interface Statistics {
  /** @throws AppError `invalid_request` for a range that no answer can hold. */
  exchanges(orgId: string, asked: AskedSeries): Promise<ExchangeStatistics>;
  /** @throws AppError `invalid_request`. */
  top(orgId: string, asked: AskedTop): Promise<TopStatistics>;
}

export interface StatisticsDeps {
  readonly store: StatisticsStore;
  readonly clock: Clock;
}

export function createStatistics({ store, clock }: StatisticsDeps): Statistics {
  return {
    async exchanges(orgId, asked) {
      const series = toSeries(asked, clock.now());
      const sums = await store.sumSeries(orgId, series, asked);
      return {
        from: toTimestamp(series.from),
        to: toTimestamp(series.to),
        interval: series.interval,
        points: toPoints(series, sums),
        total: toView(sums.reduce(addUp, nothing)),
      };
    },
    async top(orgId, { by, sort = 'exchanges', limit = defaultTop, ...asked }) {
      const { from, to, spans } = toSpans(asked, clock.now());
      const sums = await store.sumTop(orgId, { by, spans, filter: asked, sort, limit: limit + 1 });
      return {
        by,
        from: toTimestamp(from),
        to: toTimestamp(to),
        items: sums.slice(0, limit).map((sum) => toItem(by, sum)),
        has_more: sums.length > limit,
      };
    },
  };
}

type Sums = Omit<PointSums, 'start'>;

const nothing: Sums = {
  exchanges: 0,
  allowed: 0,
  denied: 0,
  redacted: 0,
  escalated: 0,
  warned: 0,
  would_deny: 0,
  latency_ms: 0,
  latency: 0n,
};

/** Gives a point for every interval, also for those without exchanges. */
function toPoints({ from, to, interval }: Series, sums: readonly PointSums[]): ExchangeStatistics['points'] {
  const byStart = new Map(sums.map((sum) => [sum.start, sum]));
  const size = periodMs[interval];
  return Array.from({ length: (to - from) / size }, (_, index) => {
    const start = from + index * size;
    return { start: toTimestamp(start), ...toView(byStart.get(start) ?? nothing) };
  });
}

function addUp(left: Sums, right: Sums): Sums {
  return {
    ...addCounts(left, right),
    latency_ms: left.latency_ms + right.latency_ms,
    latency: left.latency + right.latency,
  };
}

function addCounts(left: ExchangeCounts, right: ExchangeCounts): ExchangeCounts {
  return {
    exchanges: left.exchanges + right.exchanges,
    allowed: left.allowed + right.allowed,
    denied: left.denied + right.denied,
    redacted: left.redacted + right.redacted,
    escalated: left.escalated + right.escalated,
    warned: left.warned + right.warned,
    would_deny: left.would_deny + right.would_deny,
  };
}

function toView(sums: Sums) {
  const latency: LatencySum = { exchanges: sums.exchanges, latencyMs: sums.latency_ms, histogram: sums.latency };
  return { ...toCounts(sums), added_latency: toAddedLatency(latency) };
}

function toItem(by: TopKind, sum: NameSums): TopItem {
  const runs = by === 'auditor' ? { failed: sum.failed, late: sum.late } : {};
  return { name: sum.name, ...toCounts(sum), mean_ms: meanOf(sum), ...runs };
}

function toCounts({
  exchanges,
  allowed,
  denied,
  redacted,
  escalated,
  warned,
  would_deny,
}: SummedCounts): ExchangeCounts {
  return { exchanges, allowed, denied, redacted, escalated, warned, would_deny };
}

function meanOf({ latency_ms, exchanges }: SummedCounts): number | null {
  return exchanges > 0 ? round(latency_ms / exchanges) : null;
}
