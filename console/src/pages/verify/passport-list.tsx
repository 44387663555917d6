/** The passports of the organisation. */
import type { PassportSummary } from '@assay/client';
import { Switch, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { DataGrid, type GridColumn } from '../../parts/data-grid.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { PassportBadge } from '../../parts/passport-badge.tsx';
import { Problem } from '../../parts/problem.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { commonTexts } from '../../texts/common.ts';
import { verifyTexts } from '../../texts/verify.ts';

const texts = verifyTexts.passports;
const { columns: heads } = texts;
const pageSize = 100;
const refetchMs = 10_000;

const columns: readonly GridColumn<PassportSummary>[] = [
  {
    id: 'status',
    header: heads.status,
    width: '130px',
    cell: ({ status, state }) => <PassportBadge status={status} state={state} />,
  },
  { id: 'agent', header: heads.agent, width: 'minmax(140px, 1fr)', cell: (row) => <ForeignText text={row.agent_id} /> },
  {
    id: 'gateway',
    header: heads.gateway,
    width: 'minmax(110px, 1fr)',
    cell: (row) => <ForeignText text={row.gateway_id ?? commonTexts.none} />,
  },
  { id: 'evidence', header: heads.evidence, width: '90px', cell: (row) => row.evidence_count },
  { id: 'issued', header: heads.issued, width: '120px', cell: (row) => <TimeAgo value={row.issued_at} /> },
  { id: 'expires', header: heads.expires, width: '120px', cell: (row) => <TimeAgo value={row.expires_at} /> },
  { id: 'id', header: heads.id, width: '150px', cell: (row) => <IdText value={row.passport_id} short /> },
];

interface PassportListProps {
  readonly isLatest: boolean;
  readonly onLatest: (isLatest: boolean) => void;
}

export function PassportList({ isLatest, onLatest }: PassportListProps) {
  const navigate = useNavigate();
  const { items, query } = usePages({
    key: ['passports.list', isLatest],
    read: (cursor, signal) =>
      api.passports.list({ limit: pageSize, cursor, latest: isLatest ? true : undefined }, { signal }),
    refetchMs,
  });
  return (
    <>
      <Text size="sm" c="dimmed" mb="sm">
        {texts.about}
      </Text>
      <Switch
        size="sm"
        mb="sm"
        label={texts.latest}
        checked={isLatest}
        onChange={({ currentTarget }) => onLatest(currentTarget.checked)}
      />
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      <DataGrid
        label={texts.list}
        rows={items}
        columns={columns}
        idOf={({ passport_id: id }) => id}
        onOpen={({ passport_id: id }) => void navigate({ to: '/verify/passport/$id', params: { id } })}
        isLoading={query.isPending}
        hasMore={query.hasNextPage}
        onMore={() => void query.fetchNextPage()}
        height="calc(100vh - 320px)"
        empty={query.error !== null ? null : <Empty title={texts.empty}>{texts.emptyHelp}</Empty>}
      />
    </>
  );
}
