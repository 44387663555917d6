/** Lines over time on a canvas, with a legend that shows the values under the pointer. Its table twin is for screen readers. */
import { useComputedColorScheme } from '@mantine/core';
import { useElementSize } from '@mantine/hooks';
import { useEffect, useMemo, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { commonTexts } from '../texts/common.ts';
import { findIsolated } from './isolated-points.ts';
import { toExact } from './time.ts';
import type { TimeChartProps, TimeSeries } from './time-chart.tsx';
import { toTimeLabels } from './time-labels.ts';

/** Distances between two lines of a grid of counts: 1, 2, 5, 10, 20 and so on. */
const wholeSteps = Array.from({ length: 12 }, (_, power) => [1, 2, 5].map((digit) => digit * 10 ** power)).flat();

interface TimePlotProps extends TimeChartProps {
  readonly height: number;
}

export function TimePlot({ label, times, series, format, isCount = false, height }: TimePlotProps) {
  const scheme = useComputedColorScheme('light');
  const { ref: sizer, width } = useElementSize<HTMLDivElement>();
  const holder = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot>(undefined);
  const [pointed, setPointed] = useState<number>();
  const data = useMemo(
    (): uPlot.AlignedData => [times.map((time) => time / 1000), ...series.map(({ values }) => [...values])],
    [times, series],
  );
  const latest = useRef({ data, series, format });
  latest.current = { data, series, format };
  // The plot is made again for another width, scheme or set of lines; new values only are set.
  const names = series.map(({ name }) => name).join('\n');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values come through `latest`
  useEffect(() => {
    if (holder.current === null || width === 0) return;
    const { data: values, series: lines, format: toText } = latest.current;
    const options = toOptions({ lines, width, height, toText, isCount, onPoint: setPointed });
    const made = new uPlot(options, values, holder.current);
    plot.current = made;
    return () => {
      plot.current = undefined;
      made.destroy();
    };
  }, [width, height, scheme, names, isCount]);
  useEffect(() => plot.current?.setData(data), [data]);

  const time = pointed === undefined ? undefined : times[pointed];
  return (
    <div ref={sizer}>
      <div className="chart-legend" aria-hidden>
        {series.map((line) => (
          <LegendEntry key={line.name} line={line} format={format} pointed={pointed} />
        ))}
        <span className="chart-time">{time === undefined ? '' : toExact(time)}</span>
      </div>
      <div ref={holder} role="img" aria-label={label} style={{ minHeight: height }} />
    </div>
  );
}

interface LegendEntryProps {
  readonly line: TimeSeries;
  readonly format: (value: number) => string;
  readonly pointed: number | undefined;
}

function LegendEntry({ line, format, pointed }: LegendEntryProps) {
  const { name, colour, dash, values } = line;
  const value = pointed === undefined ? undefined : (values[pointed] ?? null);
  return (
    <span className="chart-entry">
      <svg width="22" height="8" aria-hidden>
        <line
          x1="0"
          x2="22"
          y1="4"
          y2="4"
          strokeWidth="2.5"
          style={{ stroke: `var(${colour})` }}
          strokeDasharray={dash?.join(' ')}
        />
      </svg>
      {name}
      {value === undefined ? '' : <b>{value === null ? commonTexts.none : format(value)}</b>}
    </span>
  );
}

interface OptionParts {
  readonly lines: readonly TimeSeries[];
  readonly width: number;
  readonly height: number;
  readonly toText: (value: number) => string;
  readonly isCount: boolean;
  readonly onPoint: (index: number | undefined) => void;
}

function toOptions({ lines, width, height, toText, isCount, onPoint }: OptionParts): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const read = (name: string) => style.getPropertyValue(name).trim();
  const muted = read('--console-muted');
  const line = read('--console-line');
  const shared: uPlot.Axis = {
    stroke: muted,
    font: '11px system-ui, sans-serif',
    grid: { stroke: line, width: 1 },
    ticks: { stroke: line, width: 1 },
  };
  return {
    width,
    height,
    legend: { show: false },
    cursor: { y: false, points: { size: 7 } },
    scales: { y: { range: (_plot, _low, high) => [0, high > 0 ? high * 1.1 : 1] } },
    axes: [
      { ...shared, values: (_plot, splits, _axis, _space, step) => toTimeLabels(splits, step) },
      {
        ...shared,
        size: 64,
        ...(isCount ? { incrs: wholeSteps } : {}),
        values: (_plot, splits) => splits.map((split) => (split === 0 ? '0' : toText(split))),
      },
    ],
    series: [
      {},
      ...lines.map(
        ({ name, colour, dash }): uPlot.Series => ({
          label: name,
          stroke: read(colour),
          width: 1.8,
          spanGaps: false,
          points: {
            show: true,
            size: 5,
            fill: read(colour),
            filter: ({ data }, index) => findIsolated(Array.from<number | null | undefined>(data[index] ?? [])),
          },
          ...(dash === undefined ? { fill: `${read(colour)}14` } : { dash: [...dash] }),
        }),
      ),
    ],
    hooks: { setCursor: [({ cursor }) => onPoint(cursor.idx ?? undefined)] },
  };
}
