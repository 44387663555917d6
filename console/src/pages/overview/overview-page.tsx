/** The first page: how traffic is judged now, and what waits for people. */
import { Button, SegmentedControl, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';
import { overviewTexts as texts } from '../../texts/overview.ts';
import { FirstExchange } from './first-exchange.tsx';
import { rangeNames, toRange } from './ranges.ts';
import { Standing } from './standing.tsx';
import { TrafficNow } from './traffic-now.tsx';

const route = getRouteApi('/');

export function OverviewPage() {
  const { range: rangeText, view, client } = route.useSearch();
  const navigate = route.useNavigate();
  const mayCount = useMay('statistics.exchanges');
  const range = toRange(rangeText);
  const isTable = view === 'table';
  const change = (search: { range?: string | undefined; view?: string | undefined; client?: string | undefined }) =>
    void navigate({ search: (old) => ({ ...old, ...search }), replace: true });
  const actions = (
    <>
      <SegmentedControl
        size="xs"
        aria-label={texts.range}
        value={range}
        onChange={(value) => change({ range: value })}
        data={rangeNames.map((value) => ({ value, label: texts.ranges[value] }))}
      />
      <Button size="xs" variant="default" onClick={() => change({ view: isTable ? undefined : 'table' })}>
        {isTable ? texts.asCharts : texts.asTable}
      </Button>
    </>
  );
  return (
    <Page title={commonTexts.pages.overview} about={texts.about} actions={mayCount ? actions : undefined}>
      <Stack gap={14}>
        <FirstExchange client={client} onClient={(value) => change({ client: value })} />
        {mayCount && <TrafficNow range={range} isTable={isTable} />}
        <Standing />
      </Stack>
    </Page>
  );
}
