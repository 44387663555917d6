/**
 * Values over time, as lines or as a table with the same numbers. The lines are drawn by a library that is loaded when the first
 * chart is shown.
 */
import { ScrollArea, Skeleton, Table } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { chartTexts as texts } from '../texts/chart.ts';
import { toExact } from './time.ts';

export interface TimeSeries {
  readonly name: string;
  /** Custom property of CSS that holds the colour, such as `--console-allow`. */
  readonly colour: string;
  /** Lengths of strokes and gaps in pixels, so that lines differ without their colour; a whole line if absent. */
  readonly dash?: readonly number[];
  /** One for each time; null where there is none. */
  readonly values: readonly (number | null)[];
}

export interface TimeChartProps {
  /** What it shows, for screen readers. */
  readonly label: string;
  /** Milliseconds since the epoch, ascending. */
  readonly times: readonly number[];
  readonly series: readonly TimeSeries[];
  readonly format: (value: number) => string;
  /** The values are counts: the axis has whole numbers only. */
  readonly isCount?: boolean;
  readonly isTable?: boolean;
}

const height = 220;
const TimePlot = lazy(async () => ({ default: (await import('./time-plot.tsx')).TimePlot }));

export function TimeChart(props: TimeChartProps) {
  if (props.isTable === true) return <TimeTable {...props} />;
  return (
    <Suspense fallback={<Skeleton height={height + 30} />}>
      <TimePlot {...props} height={height} />
    </Suspense>
  );
}

/** Newest first. Intervals without any value are left out. */
function TimeTable({ label, times, series, format }: TimeChartProps) {
  const rows = times
    .map((time, index) => ({ time, values: series.map(({ values }) => values[index] ?? null) }))
    .filter(({ values }) => values.some((value) => value !== null && value !== 0))
    .reverse();
  return (
    <ScrollArea.Autosize mah={height + 30} type="auto" viewportProps={{ tabIndex: 0, 'aria-label': label }}>
      <Table stickyHeader>
        <Table.Caption>{rows.length === 0 ? texts.none : label}</Table.Caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.time}</Table.Th>
            {series.map(({ name }) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map(({ time, values }) => (
            <Table.Tr key={time}>
              <Table.Td>{toExact(time)}</Table.Td>
              {series.map(({ name }, index) => (
                <Table.Td key={name}>{toCell(values[index], format)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea.Autosize>
  );
}

function toCell(value: number | null | undefined, format: (value: number) => string): string {
  return value === null || value === undefined ? texts.none : format(value);
}
