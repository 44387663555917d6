/** Decisions and added latency over time. */
import type { ExchangeStatistics } from '@assay/client';
import { useMemo } from 'react';
import { toShortCount } from '../../parts/count.ts';
import { Panel } from '../../parts/panel.tsx';
import { toDuration } from '../../parts/time.ts';
import { TimeChart } from '../../parts/time-chart.tsx';
import { overviewTexts as texts } from '../../texts/overview.ts';
import { toDecisionSeries, toLatencySeries } from './series.ts';

interface TrafficChartsProps {
  readonly statistics: ExchangeStatistics;
  readonly isTable: boolean;
}

export function TrafficCharts({ statistics: { points }, isTable }: TrafficChartsProps) {
  const times = useMemo(() => points.map(({ start }) => Date.parse(start)), [points]);
  const decisions = useMemo(() => toDecisionSeries(points), [points]);
  const latency = useMemo(() => toLatencySeries(points), [points]);
  return (
    <div className="columns">
      <Panel title={texts.decisions.title} about={texts.decisions.about}>
        <TimeChart
          label={texts.decisions.title}
          times={times}
          series={decisions}
          format={toShortCount}
          isCount
          isTable={isTable}
        />
      </Panel>
      <Panel title={texts.latency.title} about={texts.latency.about}>
        <TimeChart label={texts.latency.title} times={times} series={latency} format={toDuration} isTable={isTable} />
      </Panel>
    </div>
  );
}
