/** Deliveries of one webhook, with replay. */
import type { WebhookDelivery } from '@assay/client';
import { Button, Group, Select } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RecordTable } from '../../parts/record-table.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { DeliveryView } from './delivery-view.tsx';
import { ReplayForm } from './replay-form.tsx';

const route = getRouteApi('/settings');
const texts = settingsTexts.deliveries;
const states = ['pending', 'delivered', 'dead'] as const;

export function WebhookDeliveries({ webhook }: { readonly webhook: string }) {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [isOpen, setOpen] = useState(false);
  const may = useMay('webhooks.replayDeliveries');
  const status = states.find((state) => state === search.status);
  const { delivery } = search;
  return (
    <Panel
      title={texts.title}
      about={texts.about}
      actions={
        may ? (
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            {texts.replayMany}
          </Button>
        ) : null
      }
    >
      <Group mb="sm">
        <Select
          label={texts.state}
          size="xs"
          w={150}
          clearable
          placeholder={texts.any}
          data={states.map((value) => ({ value, label: texts.states[value] }))}
          value={status ?? null}
          onChange={(value) => void navigate({ search: (old) => ({ ...old, status: value ?? undefined }) })}
        />
      </Group>
      <RecordTable<WebhookDelivery>
        label={texts.title}
        queryKey={['webhooks.listDeliveries', webhook, status]}
        read={(page, signal) => api.webhooks.listDeliveries({ id: webhook, ...page, status }, { signal })}
        refetchMs={10_000}
        columns={[
          { header: texts.made, cell: ({ created_at: at }) => <TimeAgo value={at} /> },
          { header: texts.event, cell: ({ code, type }) => <ForeignText text={code ?? type} /> },
          { header: texts.state, cell: (row) => <StateBadge state={row.status} /> },
          { header: texts.attempts, cell: ({ attempt_count: count }) => count },
          {
            header: texts.last,
            cell: ({ last_attempt: last }) =>
              last === null ? null : <ForeignText text={last.error ?? String(last.status)} />,
          },
          { header: texts.next, cell: ({ next_attempt_at: at }) => <TimeAgo value={at} /> },
          { header: texts.id, cell: ({ id }) => <IdText value={id} short /> },
        ]}
        idOf={({ id }) => id}
        nameOf={({ id }) => id}
        openId={delivery}
        onOpen={({ id }) =>
          void navigate({
            search: (old) => ({ ...old, delivery: id === delivery ? undefined : id }),
            resetScroll: false,
          })
        }
        actions={[
          {
            operation: 'webhooks.replayDelivery',
            label: texts.replay,
            isOffered: (row) => row.status !== 'pending',
            about: () => texts.replayAbout,
            run: ({ id }) => api.webhooks.replayDelivery({ id: webhook, delivery_id: id }),
          },
        ]}
        empty={<Empty title={texts.emptyTitle}>{texts.empty}</Empty>}
      />
      {delivery !== undefined && <DeliveryView key={delivery} webhook={webhook} delivery={delivery} />}
      <ReplayForm webhook={webhook} isOpen={isOpen} onClose={() => setOpen(false)} />
    </Panel>
  );
}
