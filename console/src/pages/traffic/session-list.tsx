/** Sessions of agents. Opening one lists its exchanges. */
import type { SessionSummary } from '@assay/client';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { DataGrid, type GridColumn } from '../../parts/data-grid.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Problem } from '../../parts/problem.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { trafficTexts as texts } from '../../texts/traffic.ts';

const pageSize = 100;
const refetchMs = 10_000;

const columns: readonly GridColumn<SessionSummary>[] = [
  { id: 'last', header: texts.columns.last, width: '130px', cell: (row) => <TimeAgo value={row.last_at} /> },
  {
    id: 'session',
    header: texts.columns.session,
    width: 'minmax(180px, 2fr)',
    cell: (row) => <ForeignText text={row.session_id} />,
  },
  {
    id: 'agent',
    header: texts.columns.agent,
    width: 'minmax(140px, 1fr)',
    cell: (row) => <ForeignText text={row.agent_id} />,
  },
  { id: 'first', header: texts.columns.first, width: '130px', cell: (row) => <TimeAgo value={row.first_at} /> },
  { id: 'count', header: texts.columns.count, width: '100px', cell: (row) => row.evidence_count },
  { id: 'denied', header: texts.columns.denied, width: '90px', cell: (row) => row.denied },
];

export function SessionList({ agent }: { readonly agent: string | undefined }) {
  const navigate = useNavigate();
  const { items, query } = usePages({
    key: ['evidence.listSessions', agent],
    read: (cursor, signal) => api.evidence.listSessions({ limit: pageSize, cursor, agent_id: agent }, { signal }),
    refetchMs,
  });
  return (
    <>
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      <DataGrid
        label={texts.sessions}
        rows={items}
        columns={columns}
        idOf={(row) => `${row.agent_id} ${row.session_id}`}
        onOpen={(row) => void navigate({ to: '/traffic', search: { session: row.session_id, agent: row.agent_id } })}
        isLoading={query.isPending}
        hasMore={query.hasNextPage}
        onMore={() => void query.fetchNextPage()}
        height="calc(100vh - 250px)"
        empty={query.error !== null ? null : <Empty title={texts.noSessions}>{texts.noSessionsHelp}</Empty>}
      />
    </>
  );
}
