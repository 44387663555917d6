/** Totals, lines over time and the names that are seen most, for one range. */
import { ApiError } from '@assay/client';
import { Alert, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { overviewTexts as texts } from '../../texts/overview.ts';
import { Figures } from './figures.tsx';
import { pollMs } from './polling.ts';
import { type RangeName, toSpan } from './ranges.ts';
import { TopLists } from './top-lists.tsx';
import { TrafficCharts } from './traffic-charts.tsx';

interface TrafficNowProps {
  readonly range: RangeName;
  readonly isTable: boolean;
}

export function TrafficNow({ range, isTable }: TrafficNowProps) {
  const query = useQuery({
    queryKey: ['statistics.exchanges', range],
    queryFn: ({ signal }) => api.statistics.exchanges(toSpan(range, Date.now()), { signal }),
    refetchInterval: pollMs,
    placeholderData: keepPreviousData,
  });
  if (query.error instanceof ApiError && query.error.status === 404) return <Alert>{texts.noStatistics}</Alert>;
  return (
    <Loaded query={query} lines={8}>
      {(statistics) => (
        <Stack gap={14}>
          <Figures total={statistics.total} from={statistics.from} />
          <TrafficCharts statistics={statistics} isTable={isTable} />
          <TopLists range={range} />
        </Stack>
      )}
    </Loaded>
  );
}
