/** The list of exchanges, and of the sessions that they belong to. */
import { Tabs } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';
import { trafficTexts as texts } from '../../texts/traffic.ts';
import { ExchangeList } from './exchange-list.tsx';
import { SessionList } from './session-list.tsx';
import { TrafficFilters } from './traffic-filters.tsx';

const route = getRouteApi('/traffic');

export function TrafficPage() {
  const { tab = 'exchanges', ...filter } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Page title={commonTexts.pages.traffic} about={texts.about}>
      <Tabs
        value={tab}
        onChange={(value) =>
          void navigate({ search: { tab: value === 'exchanges' ? undefined : (value ?? undefined) } })
        }
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="exchanges">{texts.tabs.exchanges}</Tabs.Tab>
          <Tabs.Tab value="sessions">{texts.tabs.sessions}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="exchanges">
          <TrafficFilters
            filter={filter}
            onChange={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
            onClear={() => void navigate({ search: {} })}
          />
          <ExchangeList filter={filter} />
        </Tabs.Panel>
        <Tabs.Panel value="sessions">
          <SessionList agent={filter.agent} />
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
