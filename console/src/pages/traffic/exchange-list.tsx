/** The table of exchanges that fit the filters. */
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { DataGrid } from '../../parts/data-grid.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Problem } from '../../parts/problem.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { trafficTexts as texts } from '../../texts/traffic.ts';
import { exchangeColumns } from './exchange-columns.tsx';
import type { TrafficFilter } from './traffic-filters.tsx';

const pageSize = 100;
const refetchMs = 5_000;

export function ExchangeList({ filter }: { readonly filter: TrafficFilter }) {
  const navigate = useNavigate();
  const { items, query } = usePages({
    key: ['evidence.list', filter],
    read: (cursor, signal) => api.evidence.list({ limit: pageSize, cursor, ...toQuery(filter) }, { signal }),
    refetchMs,
  });
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      <DataGrid
        label={texts.list}
        rows={items}
        columns={exchangeColumns}
        idOf={({ evidence_id: id }) => id}
        onOpen={({ evidence_id: id }) => void navigate({ to: '/traffic/$id', params: { id } })}
        isLoading={query.isPending}
        hasMore={query.hasNextPage}
        onMore={() => void query.fetchNextPage()}
        height="calc(100vh - 310px)"
        empty={
          query.error !== null ? null : isFiltered ? (
            <Empty title={texts.nothingFits}>{texts.nothingFitsHelp}</Empty>
          ) : (
            <Empty title={texts.emptyTitle}>{texts.empty}</Empty>
          )
        }
      />
    </>
  );
}

function toQuery({ agent, model, decision, reason, claim, session, from, to }: TrafficFilter) {
  return {
    agent_id: agent,
    model_id: model,
    enforced: decision === 'allow' || decision === 'deny' ? decision : undefined,
    reason,
    claim,
    session_id: session,
    since: from,
    until: to,
  } as const;
}
