/** Columns of the inbox. */
import type { Approval } from '@assay/client';
import type { GridColumn } from '../../parts/data-grid.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { approvalsTexts } from '../../texts/approvals.ts';
import { ApprovalStatusBadge, nameOfKind, RiskBadge } from './approval-badges.tsx';
import { approvalsOf, statusNow } from './approval-state.ts';
import { TimeLeft } from './time-left.tsx';

const texts = approvalsTexts.columns;

export const approvalColumns: readonly GridColumn<Approval>[] = [
  {
    id: 'status',
    header: texts.status,
    width: '100px',
    cell: (row) => <ApprovalStatusBadge status={statusNow(row, Date.now())} />,
  },
  {
    id: 'what',
    header: texts.what,
    width: 'minmax(260px, 3fr)',
    cell: ({ display }) => <ForeignText text={display.title} />,
  },
  { id: 'kind', header: texts.kind, width: '170px', cell: ({ kind }) => nameOfKind(kind) },
  {
    id: 'who',
    header: texts.who,
    width: 'minmax(110px, 1fr)',
    cell: ({ requester }) => <ForeignText text={requester.id} />,
  },
  { id: 'risk', header: texts.risk, width: '90px', cell: ({ risk }) => <RiskBadge risk={risk} /> },
  {
    id: 'quorum',
    header: texts.quorum,
    width: '95px',
    cell: (row) => approvalsTexts.quorum(approvalsOf(row), row.policy.quorum),
  },
  {
    id: 'expires',
    header: texts.expires,
    width: '120px',
    cell: (row) => (row.status === 'pending' ? <TimeLeft value={row.expires_at} /> : ''),
  },
  { id: 'asked', header: texts.asked, width: '120px', cell: (row) => <TimeAgo value={row.created_at} /> },
];
