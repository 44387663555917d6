/** Lists my delegations to agents. I can narrow or revoke each. */
import type { DelegationGrant } from '@assay/client';
import { Code, Select, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { FilterText } from '../../parts/filter-text.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import type { RecordAction } from '../../parts/record-action.ts';
import { RecordTable } from '../../parts/record-table.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { accessTexts } from '../../texts/access.ts';
import { commonTexts } from '../../texts/common.ts';
import { NarrowForm } from './narrow-form.tsx';

const route = getRouteApi('/access');
const texts = accessTexts.delegations;

export function DelegationList() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [narrowed, setNarrowed] = useState<DelegationGrant>();
  const status = search.status === 'revoked' ? 'revoked' : 'active';
  const { agent } = search;
  const isActive = (grant: DelegationGrant) => grant.status === 'active';
  const actions: readonly RecordAction<DelegationGrant>[] = [
    { operation: 'delegations.narrow', label: texts.narrow, isOffered: isActive, onOpen: setNarrowed },
    {
      operation: 'delegations.revoke',
      label: texts.revoke,
      isOffered: isActive,
      isDangerous: true,
      asksReason: true,
      about: () => texts.revokeAbout,
      run: ({ agent_id, id }, reason) => api.delegations.revoke({ agent_id, grant_id: id, reason }),
    },
  ];
  return (
    <Stack gap="sm">
      <search className="filters" aria-label={commonTexts.filters}>
        <Select
          label={texts.status}
          size="xs"
          w={120}
          data={[
            { value: 'active', label: texts.active },
            { value: 'revoked', label: texts.revoked },
          ]}
          value={status}
          allowDeselect={false}
          onChange={(value) =>
            void navigate({ search: (old) => ({ ...old, status: value === 'revoked' ? value : undefined }) })
          }
          data-first-filter
        />
        <FilterText
          label={texts.agent}
          hint={texts.agentHint}
          width={160}
          value={agent ?? ''}
          onChange={(value) =>
            void navigate({ search: (old) => ({ ...old, agent: value === '' ? undefined : value }), replace: true })
          }
        />
      </search>
      <RecordTable
        label={texts.list}
        queryKey={['onBehalfOf.list', status, agent]}
        read={(page, signal) => api.onBehalfOf.list({ ...page, status, agent }, { signal })}
        columns={[
          { header: texts.agent, cell: ({ agent_id: id }) => <ForeignText text={id} /> },
          { header: texts.purpose, cell: ({ purpose }) => <ForeignText text={purpose} /> },
          { header: texts.scopes, cell: ({ scopes }) => <ForeignText text={scopes.join(', ')} /> },
          { header: texts.resources, cell: ({ resources }) => <ForeignText text={resources.join(', ')} /> },
          { header: texts.status, cell: (grant) => <StateBadge state={grant.status} /> },
          { header: texts.uses, cell: ({ use_count: count }) => count },
          { header: texts.granted, cell: ({ granted_at: at }) => <TimeAgo value={at} /> },
          { header: texts.ends, cell: ({ expires_at: at }) => <TimeAgo value={at} /> },
        ]}
        idOf={({ id }) => id}
        nameOf={({ agent_id: id }) => id}
        actions={actions}
        empty={
          <Empty title={texts.emptyTitle}>
            {texts.empty} <Code>assay delegation --help</Code>
          </Empty>
        }
      />
      {narrowed !== undefined && <NarrowForm grant={narrowed} onClose={() => setNarrowed(undefined)} />}
    </Stack>
  );
}
