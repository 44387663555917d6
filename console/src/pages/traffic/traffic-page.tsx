/** The list of exchanges. */
import type { EvidenceSummary } from '@assay/client';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { DataGrid, type GridColumn } from '../../parts/data-grid.tsx';
import { DecisionBadge } from '../../parts/decision-badge.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { Page } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { commonTexts } from '../../texts/common.ts';
import { trafficTexts as texts } from '../../texts/traffic.ts';

const route = getRouteApi('/traffic');
const pageSize = 100;
const refetchMs = 5_000;

const columns: readonly GridColumn<EvidenceSummary>[] = [
  { id: 'time', header: texts.columns.time, width: '130px', cell: ({ generated_at: at }) => <TimeAgo value={at} /> },
  {
    id: 'decision',
    header: texts.columns.decision,
    width: '120px',
    cell: ({ enforced }) => <DecisionBadge kind={enforced === 'deny' ? 'deny' : 'allow'} />,
  },
  {
    id: 'agent',
    header: texts.columns.agent,
    width: 'minmax(140px, 1fr)',
    cell: ({ agent_id: id }) => <ForeignText text={id} />,
  },
  {
    id: 'model',
    header: texts.columns.model,
    width: 'minmax(120px, 1fr)',
    cell: ({ model_id: id }) => <ForeignText text={id ?? commonTexts.none} />,
  },
  { id: 'phase', header: texts.columns.phase, width: '110px', cell: ({ phase }) => phase },
  { id: 'claims', header: texts.columns.claims, width: '80px', cell: ({ claim_count: count }) => count },
  { id: 'id', header: texts.columns.id, width: '150px', cell: ({ evidence_id: id }) => <IdText value={id} short /> },
];

export function TrafficPage() {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { items, query } = usePages({
    key: ['evidence.list', search.agent],
    read: (cursor, signal) => api.evidence.list({ limit: pageSize, cursor, agent_id: search.agent }, { signal }),
    refetchMs,
  });
  return (
    <Page title={commonTexts.pages.traffic} about={texts.about}>
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      <DataGrid
        label={texts.list}
        rows={items}
        columns={columns}
        idOf={({ evidence_id: id }) => id}
        onOpen={({ evidence_id: id }) => void navigate({ to: '/traffic/$id', params: { id } })}
        isLoading={query.isPending}
        hasMore={query.hasNextPage}
        onMore={() => void query.fetchNextPage()}
        height="calc(100vh - 190px)"
        empty={<Empty title={texts.emptyTitle}>{texts.empty}</Empty>}
      />
    </Page>
  );
}
