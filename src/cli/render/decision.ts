/** The gateway's decision (contract 2.15) for a reader: the verdict first, then why, then all claims. */
import type { DecisionResult } from '../../contract/decision.ts';
import { toPlainText } from '../../proof/report.ts';
import { claimRows, isNotable, type ShownClaim } from './claim.ts';
import { paintVerdict, type Style } from './style.ts';
import { renderFacts, renderTable } from './table.ts';
import { describeUnjudgedIn } from './unjudged.ts';

const maxLines = 40;
const maxLineChars = 2000;

/** Prints a decision. */
export function renderDecision(result: DecisionResult, style: Style): string {
  const head = `${style.bold(paintVerdict(style, result.decision, result.decision.toUpperCase()))}${observed(result)}\n`;
  const unjudged = describeUnjudgedIn(result.evidence.jws);
  const lists = [
    renderList('not judged', unjudged === undefined ? [] : [style.yellow(unjudged)]),
    renderList('messages', result.messages),
    renderList('warnings', result.warnings),
    renderList('obligations', result.obligations),
    renderList('reasons', result.reasons),
  ];
  const facts = renderFacts([
    ['policy', `${toPlainText(result.policy_id)}  ${style.dim(toPlainText(result.policy_version))}`],
    ['evidence', result.evidence.evidence_id],
    ...describeApproval(result),
  ]);
  return `${head}\n${lists.join('')}${renderRedacted(result.redacted)}${facts}\n${renderClaims(result.claims, style)}`;
}

/** Describes the pending or past decision of a person, so that the reader knows somebody was asked. */
function describeApproval({ approval, next_action: next }: DecisionResult): [string, string][] {
  if (approval === undefined) return [];
  const { id, status, url } = approval;
  const retry = status === 'pending' && next === 'retry';
  return [
    ['approval', toPlainText([id ?? '', status].filter((word) => word !== '').join('  '))],
    ...(retry && url !== null ? [['  decide', toPlainText(url)] satisfies [string, string]] : []),
    ...(retry && id !== null ? [['  or', `assay approval approve ${toPlainText(id)}`] satisfies [string, string]] : []),
  ];
}

/** Renders a table of claims; findings are highlighted. */
export function renderClaims(claims: readonly ShownClaim[], style: Style): string {
  if (claims.length === 0) return 'No claims.\n';
  const rows = claimRows(claims);
  return renderTable(rows, (cell, column, row) => {
    const claim = claims[row];
    if (column >= 2) return style.dim(cell);
    return column === 1 && claim !== undefined && isNotable(claim) ? style.yellow(cell) : cell;
  });
}

function observed({ decision, enforced }: DecisionResult): string {
  return decision === enforced ? '' : ` by the policy; observe mode: ${enforced} was enforced`;
}

/** The text that a model or a client would get. */
function renderRedacted(text: string | undefined): string {
  if (text === undefined) return '';
  const lines = text.split('\n').map((line) => `  ${toPlainText(line, maxLineChars)}\n`);
  const rest = lines.length - maxLines;
  const more = rest > 0 ? `  … and ${rest} more lines: --json has all of them\n` : '';
  return `redacted text\n${lines.slice(0, maxLines).join('')}${more}`;
}

function renderList(name: string, items: readonly string[]): string {
  if (items.length === 0) return '';
  return `${name}\n${items.map((item) => `  - ${toPlainText(item, 500)}\n`).join('')}`;
}
