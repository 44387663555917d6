/** The runs of a workflow. */
import type { WorkflowRun } from '@assay/client';
import { Select } from '@mantine/core';
import { api } from '../../../api/client.ts';
import { DataGrid, type GridColumn } from '../../../parts/data-grid.tsx';
import { Empty } from '../../../parts/empty.tsx';
import { ForeignText } from '../../../parts/foreign-text.tsx';
import { IdText } from '../../../parts/id-text.tsx';
import { Problem } from '../../../parts/problem.tsx';
import { toDuration } from '../../../parts/time.ts';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { usePages } from '../../../parts/use-pages.ts';
import { commonTexts } from '../../../texts/common.ts';
import { workflowTexts } from '../../../texts/workflows.ts';
import { StateBadge } from '../state-badge.tsx';

const texts = workflowTexts.runs;
const pageSize = 50;
const refetchMs = 3_000;
const statuses = [
  'queued',
  'running',
  'waiting',
  'succeeded',
  'failed',
  'cancelling',
  'cancelled',
  'interrupted',
] as const;

const columns: readonly GridColumn<WorkflowRun>[] = [
  {
    id: 'began',
    header: texts.columns.began,
    width: '130px',
    cell: ({ created_at: time }) => <TimeAgo value={time} />,
  },
  {
    id: 'status',
    header: texts.columns.status,
    width: '120px',
    cell: ({ status }) => <StateBadge of="run" status={status} />,
  },
  {
    id: 'by',
    header: texts.columns.by,
    width: 'minmax(120px, 1fr)',
    cell: ({ started_by: by }) => <ForeignText text={by} />,
  },
  { id: 'took', header: texts.columns.took, width: '100px', cell: (run) => durationOf(run) },
  { id: 'id', header: texts.columns.id, width: '160px', cell: ({ id }) => <IdText value={id} short /> },
];

/** Empty until the run has ended. */
function durationOf({ started_at: from, ended_at: to }: Pick<WorkflowRun, 'started_at' | 'ended_at'>): string {
  return from === null || to === null ? '' : toDuration(Date.parse(to) - Date.parse(from));
}

interface RunListProps {
  readonly workflowId: string;
  readonly status: string | undefined;
  readonly onStatus: (status: string | undefined) => void;
  readonly onOpen: (id: string) => void;
}

export function RunList({ workflowId, status: wanted, onStatus, onOpen }: RunListProps) {
  const status = statuses.find((known) => known === wanted);
  const { items, query } = usePages({
    key: ['workflows.listRuns', workflowId, status],
    read: (cursor, signal) => api.workflows.listRuns({ id: workflowId, limit: pageSize, cursor, status }, { signal }),
    refetchMs,
  });
  return (
    <>
      <search className="filters" aria-label={commonTexts.filters}>
        <Select
          label={texts.columns.status}
          size="xs"
          w={150}
          allowDeselect={false}
          data={[
            { value: '', label: workflowTexts.list.any },
            ...statuses.map((value) => ({ value, label: workflowTexts.runStatuses[value] ?? value })),
          ]}
          value={status ?? ''}
          onChange={(value) => onStatus(value === '' ? undefined : (value ?? undefined))}
          data-first-filter
        />
      </search>
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      <DataGrid
        label={texts.list}
        rows={items}
        columns={columns}
        idOf={({ id }) => id}
        onOpen={({ id }) => onOpen(id)}
        isLoading={query.isPending}
        hasMore={query.hasNextPage}
        onMore={() => void query.fetchNextPage()}
        height="40vh"
        empty={query.error === null && <Empty title={texts.empty}>{texts.emptyHelp}</Empty>}
      />
    </>
  );
}
