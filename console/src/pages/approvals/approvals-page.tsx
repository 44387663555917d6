/** The inbox: what waits for a person, then what was decided. */
import { Anchor, Stack } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { DataGrid } from '../../parts/data-grid.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Page } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { approvalsTexts as texts } from '../../texts/approvals.ts';
import { commonTexts } from '../../texts/common.ts';
import { approvalColumns } from './approval-columns.tsx';
import { ApprovalFilters } from './approval-filters.tsx';
import { approvalKinds, approvalStatuses, inboxOrder } from './approval-state.ts';
import { DesktopNotices } from './desktop-notices.tsx';
import { UnlockToDecide } from './unlock-to-decide.tsx';

const route = getRouteApi('/approvals');
const pageSize = 100;
const refetchMs = 5_000;

export function ApprovalsPage() {
  const filter = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay('approvals.list');
  const wanted = {
    status: approvalStatuses.find((status) => status === filter.status),
    kind: approvalKinds.find((kind) => kind === filter.kind),
    approver: filter.mine === undefined ? undefined : ('me' as const),
  };
  const { items, query } = usePages({
    key: ['approvals.list', wanted],
    read: (cursor, signal) => api.approvals.list({ limit: pageSize, cursor, ...wanted }, { signal }),
    refetchMs,
    enabled: may,
  });
  const rows = useMemo(() => inboxOrder(items, Date.now()), [items]);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <Page title={commonTexts.pages.approvals} about={texts.about} actions={<DesktopNotices />}>
      <Stack gap="sm">
        <UnlockToDecide />
        <div>
          <ApprovalFilters
            filter={filter}
            onChange={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
            onClear={() => void navigate({ search: {} })}
          />
          {!may && <Empty title={commonTexts.failed.forbidden} />}
          {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
          {may && (
            <DataGrid
              label={texts.list}
              rows={rows}
              columns={approvalColumns}
              idOf={({ id }) => id}
              onOpen={({ id }) => void navigate({ to: '/approvals/$id', params: { id } })}
              isLoading={query.isPending}
              hasMore={query.hasNextPage}
              onMore={() => void query.fetchNextPage()}
              height="calc(100vh - 330px)"
              empty={query.error === null && <Nothing isFiltered={isFiltered} />}
            />
          )}
        </div>
      </Stack>
    </Page>
  );
}

function Nothing({ isFiltered }: { readonly isFiltered: boolean }) {
  if (isFiltered) return <Empty title={texts.noneFitTitle}>{texts.noneFit}</Empty>;
  return (
    <Empty title={texts.emptyTitle}>
      {texts.empty}{' '}
      <Anchor underline="always" component={Link} to="/policies">
        {commonTexts.pages.policies}
      </Anchor>
      .
    </Empty>
  );
}
