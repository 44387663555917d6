/** Renders access reviews for people. */
import type { AccessReview, AccessReviewDecision, AccessReviewInstance } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

/** Renders one line for each. */
export function renderReviews(items: readonly AccessReview[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.id),
    toPlainText(item.name, 40),
    toPlainText(describeScope(item)),
    item.recurrence === null ? 'once' : `every ${item.recurrence.days} d`,
    toPlainText(item.ended_at ?? '-'),
  ]);
  return renderHeadTable(['REVIEW', 'NAME', 'SCOPE', 'RECURRENCE', 'ENDED'], rows, style);
}

/** One definition. */
export function renderReview(item: AccessReview, _style?: Style): string {
  return renderFacts([
    ['review', toPlainText(item.id)],
    ['name', toPlainText(item.name, 200)],
    ['scope', toPlainText(describeScope(item))],
    ['reviewers', toPlainText(item.reviewers.join(', '), 2_000)],
    ['recurrence', item.recurrence === null ? 'once' : `every ${item.recurrence.days} days`],
    ['duration', `${item.duration_days} days`],
    ['default', toPlainText(item.default_decision)],
    ['applied', item.auto_apply ? 'when completed' : 'when asked'],
    ['justification', item.justification_required ? 'required' : 'optional'],
    ['ended', toPlainText(item.ended_at ?? 'no')],
    ['created', toPlainText(`${item.created_at} by ${item.created_by}`)],
  ]);
}

export function renderInstances(items: readonly AccessReviewInstance[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.id),
    toPlainText(item.status),
    toPlainText(item.start_at),
    toPlainText(item.due_at ?? '-'),
    `${item.counts.total - item.counts.not_reviewed}/${item.counts.total}`,
    String(item.counts.deny),
    String(item.counts.failed),
  ]);
  return renderHeadTable(['INSTANCE', 'STATUS', 'START', 'DUE', 'DECIDED', 'DENIED', 'FAILED'], rows, style);
}

export function renderInstance(item: AccessReviewInstance, style: Style): string {
  return renderInstances([item], style);
}

export function renderDecisions(items: readonly AccessReviewDecision[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.id),
    toPlainText(`${item.principal.type} ${item.principal.id}`, 60),
    toPlainText(`${item.resource.type} ${item.resource.name}`, 60),
    toPlainText(item.recommendation),
    toPlainText(item.decision),
    toPlainText(item.reviewed_by ?? '-', 60),
    toPlainText(item.apply_result),
  ]);
  return renderHeadTable(['DECISION', 'WHO', 'TO WHAT', 'ADVICE', 'DECIDED', 'BY', 'APPLIED'], rows, style);
}

export function renderDecision(item: AccessReviewDecision, style: Style): string {
  return renderDecisions([item], style);
}

function describeScope({ scope, workspace_id: workspaceId }: AccessReview): string {
  return workspaceId === null ? scope : `${scope} of workspace ${workspaceId}`;
}
