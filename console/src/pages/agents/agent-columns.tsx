/** Columns of the table of agents. */
import type { Agent } from '@assay/client';
import { Badge, Group } from '@mantine/core';
import type { GridColumn } from '../../parts/data-grid.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { agentsTexts } from '../../texts/agents.ts';
import { AgentStatus } from './agent-status.tsx';

const texts = agentsTexts.columns;

export const agentColumns: readonly GridColumn<Agent>[] = [
  {
    id: 'name',
    header: texts.name,
    width: 'minmax(180px, 2fr)',
    cell: ({ name, implicit, audit_mode: mode, staleness }) => (
      <Group gap={6} wrap="nowrap">
        <ForeignText text={name} />
        {implicit && <Badge size="xs">{agentsTexts.unregistered}</Badge>}
        {mode === 'observe' && (
          <Badge size="xs" color="blue">
            {agentsTexts.observed}
          </Badge>
        )}
        {staleness?.stale === true && (
          <Badge size="xs" color="orange">
            {agentsTexts.stale}
          </Badge>
        )}
      </Group>
    ),
  },
  { id: 'status', header: texts.status, width: '170px', cell: ({ status }) => <AgentStatus status={status} /> },
  {
    id: 'workspace',
    header: texts.workspace,
    width: 'minmax(110px, 1fr)',
    cell: (row) => <ForeignText text={row.workspace_id} />,
  },
  {
    id: 'kind',
    header: texts.kind,
    width: '120px',
    cell: ({ kind }) => <ForeignText text={kind} />,
  },
  {
    id: 'owner',
    header: texts.owner,
    width: 'minmax(110px, 1fr)',
    cell: (row) => <ForeignText text={row.owner_id ?? ''} />,
  },
  { id: 'seen', header: texts.seen, width: '130px', cell: (row) => <TimeAgo value={row.last_activity_at} /> },
  { id: 'id', header: texts.id, width: 'minmax(150px, 1fr)', cell: ({ id }) => <IdText value={id} /> },
];
