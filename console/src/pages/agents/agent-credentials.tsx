/** Credentials that are meant for the agent. No secret is ever here. */
import type { ScopedCredential } from '@assay/client';
import { Anchor, Badge, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { DataGrid, type GridColumn } from '../../parts/data-grid.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Problem } from '../../parts/problem.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { agentsTexts } from '../../texts/agents.ts';
import { commonTexts } from '../../texts/common.ts';
import type { AgentPartProps } from './agent-page.tsx';

const texts = agentsTexts.credentials;
const pageSize = 100;
const well: readonly string[] = ['active', 'refreshing', 'rotating'];

const columns: readonly GridColumn<ScopedCredential>[] = [
  {
    id: 'service',
    header: texts.columns.service,
    width: 'minmax(180px, 2fr)',
    cell: ({ service }) => <ForeignText text={service} />,
  },
  { id: 'type', header: texts.columns.type, width: '160px', cell: (row) => <ForeignText text={row.auth_type} /> },
  {
    id: 'status',
    header: texts.columns.status,
    width: '150px',
    cell: ({ status }) => (
      <Badge size="sm" color={well.includes(status) ? 'green' : 'yellow'}>
        {status}
      </Badge>
    ),
  },
  {
    id: 'scope',
    header: texts.columns.scope,
    width: 'minmax(130px, 1fr)',
    cell: ({ scope }) => <ForeignText text={`${scope.level} ${scope.id}`} />,
  },
  { id: 'expires', header: texts.columns.expires, width: '130px', cell: (row) => <TimeAgo value={row.expires_at} /> },
  { id: 'used', header: texts.columns.used, width: '130px', cell: (row) => <TimeAgo value={row.last_used_at} /> },
];

export function AgentCredentials({ agent: { id } }: AgentPartProps) {
  const may = useMay('scopedCredentials.list');
  const { items, query } = usePages({
    key: ['scopedCredentials.list', { agent: id }],
    read: (cursor, signal) => api.scopedCredentials.list({ agent_id: id, limit: pageSize, cursor }, { signal }),
    enabled: may,
  });
  if (!may) return <Empty title={commonTexts.failed.forbidden} />;
  const link = (
    <Anchor underline="always" component={Link} to={`/tools?tab=credentials&agent=${encodeURIComponent(id)}`}>
      {agentsTexts.tools.open}
    </Anchor>
  );
  return (
    <Stack gap="sm">
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      <div>
        {texts.about} {items.length > 0 && link}
      </div>
      <DataGrid
        label={texts.title}
        rows={items}
        columns={columns}
        idOf={({ id: credential }) => credential}
        isLoading={query.isPending}
        hasMore={query.hasNextPage}
        onMore={() => void query.fetchNextPage()}
        height="calc(100vh - 330px)"
        empty={
          query.error === null && (
            <Empty title={texts.none}>
              {texts.noneHelp} {link}.
            </Empty>
          )
        }
      />
    </Stack>
  );
}
