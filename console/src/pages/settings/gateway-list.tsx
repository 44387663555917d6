/** Gateways: which configuration each runs, and what is wrong. */
import type { Gateway } from '@assay/client';
import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { GatewayView } from './gateway-view.tsx';
import { RolloutView } from './rollout-view.tsx';

const route = getRouteApi('/settings');
const texts = settingsTexts.gateways;
const refetchMs = 10_000;

export function GatewayList() {
  const { gateway } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <Stack>
      <RolloutView />
      <Panel title={texts.title}>
        <RecordTable<Gateway>
          label={texts.title}
          queryKey={['gateways.list']}
          read={(page, signal) => api.gateways.list(page, { signal })}
          refetchMs={refetchMs}
          columns={[
            { header: texts.id, cell: ({ id }) => <ForeignText text={id} /> },
            { header: texts.state, cell: ({ state }) => <StateBadge state={state} /> },
            { header: texts.running, cell: ({ running }) => running?.revision ?? texts.nothing },
            { header: texts.behind, cell: ({ behind }) => behind ?? texts.unknown },
            { header: texts.source, cell: ({ source }) => (source === null ? '' : <ForeignText text={source} />) },
            { header: texts.problems, cell: ({ problems }) => problems.length },
            { header: texts.build, cell: ({ build }) => <ForeignText text={build ?? ''} /> },
            { header: texts.seen, cell: ({ last_seen_at: at }) => <TimeAgo value={at} /> },
          ]}
          idOf={({ id }) => id}
          nameOf={({ id }) => id}
          openId={gateway}
          onOpen={({ id }) =>
            void navigate({
              search: { tab: 'gateways', gateway: id === gateway ? undefined : id },
              resetScroll: false,
            })
          }
          actions={[
            {
              operation: 'gateways.remove',
              label: texts.remove,
              isDangerous: true,
              about: () => texts.removeAbout,
              run: ({ id }) => api.gateways.remove({ id }),
            },
          ]}
          empty={<Empty title={texts.emptyTitle}>{texts.empty}</Empty>}
        />
      </Panel>
      {gateway !== undefined && <GatewayView key={gateway} id={gateway} />}
    </Stack>
  );
}
