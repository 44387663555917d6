/** The points of the statistics as lines of a chart. */
import type { ExchangeStatistics } from '@assay/client';
import type { TimeSeries } from '../../parts/time-chart.tsx';
import { overviewTexts } from '../../texts/overview.ts';

type Points = ExchangeStatistics['points'];

const { figures, latency } = overviewTexts;
const decisions = [
  { name: figures.allowed, member: 'allowed', colour: '--console-allow' },
  { name: figures.denied, member: 'denied', colour: '--console-deny', dash: [7, 3] },
  { name: figures.redacted, member: 'redacted', colour: '--console-redact', dash: [2, 3] },
  { name: figures.escalated, member: 'escalated', colour: '--console-escalate', dash: [9, 3, 2, 3] },
] as const;
const quantiles = [
  { name: latency.names.p50, member: 'p50_ms', colour: '--console-allow' },
  { name: latency.names.p95, member: 'p95_ms', colour: '--console-redact', dash: [7, 3] },
  { name: latency.names.p99, member: 'p99_ms', colour: '--console-deny', dash: [2, 3] },
] as const;

export function toDecisionSeries(points: Points): TimeSeries[] {
  return decisions.map(({ member, ...line }) => ({ ...line, values: points.map((point) => point[member]) }));
}

/** Intervals without exchanges have no latency, which is not the same as none. */
export function toLatencySeries(points: Points): TimeSeries[] {
  return quantiles.map(({ member, ...line }) => ({
    ...line,
    values: points.map(({ added_latency: added }) => added?.[member] ?? null),
  }));
}
