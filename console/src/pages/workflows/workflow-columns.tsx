/** Columns of the table of workflows. */
import type { WorkflowSummary } from '@assay/client';
import type { GridColumn } from '../../parts/data-grid.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { commonTexts } from '../../texts/common.ts';
import { workflowTexts } from '../../texts/workflows.ts';
import { StateBadge } from './state-badge.tsx';

const texts = workflowTexts.list;

export const workflowColumns: readonly GridColumn<WorkflowSummary>[] = [
  {
    id: 'name',
    header: texts.columns.name,
    width: 'minmax(180px, 2fr)',
    cell: ({ name }) => (
      <b>
        <ForeignText text={name} />
      </b>
    ),
  },
  {
    id: 'status',
    header: texts.columns.status,
    width: '110px',
    cell: ({ status }) => <StateBadge of="workflow" status={status} />,
  },
  {
    id: 'agent',
    header: texts.columns.agent,
    width: 'minmax(120px, 1fr)',
    cell: ({ agent_id: agent }) => <ForeignText text={agent ?? commonTexts.none} />,
  },
  {
    id: 'draft',
    header: texts.columns.draft,
    width: '100px',
    cell: ({ draft_revision: revision }) => texts.revision(revision),
  },
  {
    id: 'deployed',
    header: texts.columns.deployed,
    width: '110px',
    cell: ({ deployed_revision: revision }) => (revision === null ? texts.notDeployed : texts.revision(revision)),
  },
  {
    id: 'changed',
    header: texts.columns.changed,
    width: '120px',
    cell: ({ updated_at: time }) => <TimeAgo value={time} />,
  },
  { id: 'id', header: texts.columns.id, width: '150px', cell: ({ id }) => <IdText value={id} short /> },
];
