/** Columns of the table of delegations. */
import type { DelegationGrant } from '@assay/client';
import type { ReactNode } from 'react';
import type { GridColumn } from '../../parts/data-grid.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { agentsTexts } from '../../texts/agents.ts';

const texts = agentsTexts.delegations.columns;

export function delegationColumns(
  status: 'active' | 'revoked',
  act: (row: DelegationGrant) => ReactNode,
): readonly GridColumn<DelegationGrant>[] {
  return [
    {
      id: 'person',
      header: texts.person,
      width: 'minmax(150px, 1fr)',
      cell: (row) => <ForeignText text={row.subject_id} />,
    },
    {
      id: 'scopes',
      header: texts.scopes,
      width: 'minmax(170px, 1fr)',
      cell: ({ scopes, resources }) => <ForeignText text={[...scopes, ...resources].join(', ')} />,
    },
    {
      id: 'purpose',
      header: texts.purpose,
      width: 'minmax(160px, 2fr)',
      cell: ({ purpose }) => <ForeignText text={purpose} />,
    },
    {
      id: 'uses',
      header: texts.uses,
      width: '80px',
      cell: ({ use_count: count, constraints: { max_uses: most } }) =>
        most === undefined ? count : `${count} / ${most}`,
    },
    { id: 'expires', header: texts.expires, width: '120px', cell: (row) => <TimeAgo value={row.expires_at} /> },
    status === 'active'
      ? { id: 'act', header: texts.act, width: '110px', cell: act }
      : {
          id: 'ended',
          header: texts.ended,
          width: '150px',
          cell: ({ revoke_reason: reason }) => <ForeignText text={reason ?? ''} />,
        },
  ];
}
