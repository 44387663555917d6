/** The table of agents that fit the filters. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useMemo } from 'react';
import { api } from '../../api/client.ts';
import { DataGrid } from '../../parts/data-grid.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Problem } from '../../parts/problem.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { agentsTexts as texts } from '../../texts/agents.ts';
import { agentColumns } from './agent-columns.tsx';
import { type AgentFilter, fits, toStatus } from './agent-filter.ts';

const pageSize = 100;
const refetchMs = 10_000;

export function AgentList({ filter: { status, workspace, text } }: { readonly filter: AgentFilter }) {
  const navigate = useNavigate();
  const wanted = { status: toStatus(status), workspace_id: workspace };
  const { items, query } = usePages({
    key: ['agents.list', wanted],
    read: (cursor, signal) => api.agents.list({ limit: pageSize, cursor, ...wanted }, { signal }),
    refetchMs,
  });
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  const rows = useMemo(() => items.filter((agent) => fits(agent, text)), [items, text]);
  // The API does not search in texts, so a text filter reads all pages.
  useEffect(() => {
    if (text !== undefined && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [text, hasNextPage, isFetchingNextPage, fetchNextPage]);
  return (
    <>
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      <DataGrid
        label={texts.list}
        rows={rows}
        columns={agentColumns}
        idOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: '/agents/$id', params: { id } })}
        isLoading={query.isPending || isFetchingNextPage}
        hasMore={hasNextPage}
        onMore={() => void fetchNextPage()}
        height="calc(100vh - 270px)"
        empty={query.error === null && <Empty title={texts.emptyTitle}>{texts.empty}</Empty>}
      />
    </>
  );
}
