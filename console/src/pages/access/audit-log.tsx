/** The audit log: what was done by whom, and the check of its chain. */
import type { AuditEntry } from '@assay/client';
import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { DataGrid, type GridColumn } from '../../parts/data-grid.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Problem } from '../../parts/problem.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { accessTexts } from '../../texts/access.ts';
import { AuditChain } from './audit-chain.tsx';
import { AuditEntryView } from './audit-entry.tsx';
import { isFiltered, toAuditFilter } from './audit-filter.ts';
import { AuditFilters } from './audit-filters.tsx';

const route = getRouteApi('/access');
const texts = accessTexts.audit;
const pageSize = 100;

const columns: readonly GridColumn<AuditEntry>[] = [
  { id: 'seq', header: texts.seq, width: '80px', cell: ({ seq }) => seq },
  { id: 'time', header: texts.time, width: '130px', cell: ({ timestamp }) => <TimeAgo value={timestamp} /> },
  {
    id: 'action',
    header: texts.action,
    width: 'minmax(180px, 1fr)',
    cell: ({ action }) => <ForeignText text={action} />,
  },
  {
    id: 'actor',
    header: texts.actor,
    width: 'minmax(150px, 1fr)',
    cell: ({ actor, acting_agent: agent }) => (
      <ForeignText text={agent === undefined ? actor.id : `${actor.id} (${agent.id})`} />
    ),
  },
  {
    id: 'resource',
    header: texts.resource,
    width: 'minmax(220px, 2fr)',
    cell: (entry) => <ForeignText text={`${entry.resource_type}/${entry.resource_id}`} />,
  },
  {
    id: 'result',
    header: texts.result,
    width: '110px',
    cell: ({ success }) => <StateBadge state={success ? texts.done : texts.refused} />,
  },
];

export function AuditLog() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const filter = toAuditFilter(search);
  const { items, query } = usePages({
    key: ['auditLogs.list', filter],
    read: (cursor, signal) => api.auditLogs.list({ limit: pageSize, cursor, ...filter }, { signal }),
  });
  const opened = items.find(({ seq }) => String(seq) === search.entry);
  return (
    <Stack gap="sm">
      <AuditChain filter={filter} />
      <div>
        <AuditFilters
          filter={filter}
          onChange={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
          onClear={() => void navigate({ search: { tab: 'audit' } })}
        />
        {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
        <DataGrid
          label={texts.list}
          rows={items}
          columns={columns}
          idOf={({ seq }) => String(seq)}
          openId={search.entry}
          onOpen={({ seq }) =>
            void navigate({ search: (old) => ({ ...old, entry: String(seq) }), replace: true, resetScroll: false })
          }
          isLoading={query.isPending}
          hasMore={query.hasNextPage}
          onMore={() => void query.fetchNextPage()}
          height="46vh"
          empty={
            query.error !== null ? null : isFiltered(filter) ? (
              <Empty title={texts.nothingFits}>{texts.nothingFitsHelp}</Empty>
            ) : (
              <Empty title={texts.emptyTitle}>{texts.empty}</Empty>
            )
          }
        />
      </div>
      {opened !== undefined && <AuditEntryView entry={opened} />}
    </Stack>
  );
}
