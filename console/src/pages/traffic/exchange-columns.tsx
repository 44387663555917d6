/** Columns of the table of exchanges. */
import type { EvidenceSummary } from '@assay/client';
import type { GridColumn } from '../../parts/data-grid.tsx';
import { DecisionBadge } from '../../parts/decision-badge.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { toDuration } from '../../parts/time.ts';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { commonTexts } from '../../texts/common.ts';
import { trafficTexts } from '../../texts/traffic.ts';
import { decisionOf } from './decision-of.ts';

const texts = trafficTexts.columns;

export const exchangeColumns: readonly GridColumn<EvidenceSummary>[] = [
  { id: 'time', header: texts.time, width: '120px', cell: (row) => <TimeAgo value={row.generated_at} /> },
  { id: 'decision', header: texts.decision, width: '116px', cell: (row) => <DecisionBadge kind={decisionOf(row)} /> },
  { id: 'agent', header: texts.agent, width: 'minmax(130px, 1fr)', cell: (row) => <ForeignText text={row.agent_id} /> },
  {
    id: 'model',
    header: texts.model,
    width: 'minmax(130px, 1fr)',
    cell: (row) => <ForeignText text={targetOf(row)} />,
  },
  {
    id: 'reasons',
    header: texts.reasons,
    width: 'minmax(180px, 2fr)',
    cell: (row) => <ForeignText text={row.reasons.join(', ')} />,
  },
  { id: 'judged', header: texts.judged, width: '90px', cell: (row) => toDuration(row.judging_ms) },
  {
    id: 'whole',
    header: texts.whole,
    width: '90px',
    cell: (row) => (row.latency_ms === null ? '' : toDuration(row.latency_ms)),
  },
  { id: 'id', header: texts.id, width: '150px', cell: (row) => <IdText value={row.evidence_id} short /> },
];

/** The model, or the tool with its server. */
export function targetOf({
  tool,
  server,
  model_id: model,
}: Pick<EvidenceSummary, 'tool' | 'server' | 'model_id'>): string {
  if (tool === null) return model ?? commonTexts.none;
  return server === null ? tool : `${server}/${tool}`;
}
