/** Renders what a replay found, for people. */
import type { PolicyReplay } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

export type ReplayResult = NonNullable<PolicyReplay['result']>;

const maxExamples = 10;
const changeWords: Readonly<Record<string, string>> = {
  allow_to_deny: 'allow to deny',
  deny_to_allow: 'deny to allow',
  obligations_changed: 'obligations',
};

/** Counts the changed decisions. */
export function countChanges({ allow_to_deny, deny_to_allow, obligations_changed }: ReplayResult): number {
  return allow_to_deny + deny_to_allow + obligations_changed;
}

/** The whole result. */
export function renderReplay({ from, to, result, status }: PolicyReplay, name: string, style: Style): string {
  const head = `Replay of ${toPlainText(name, 300)} from ${toPlainText(from)} to ${toPlainText(to)}\n\n`;
  if (result === null) return `${head}${toPlainText(status)}: nothing found so far\n`;
  return [
    head,
    renderCounts(result, style),
    renderByPolicy(result, style),
    renderExamples(result, style),
    renderUnknown(result, style),
    renderNotes(result, style),
  ].join('');
}

function renderCounts(result: ReplayResult, style: Style): string {
  const mark = (count: number) => (count === 0 ? '0' : style.yellow(String(count)));
  return renderFacts([
    ['evidence', String(result.evidence)],
    ['decisions', `${result.evaluated} made again`],
    ['  same', String(result.same)],
    ['  allow to deny', mark(result.allow_to_deny)],
    ['  deny to allow', mark(result.deny_to_allow)],
    ['  other obligations', mark(result.obligations_changed)],
    ...(result.not_reached === 0 ? [] : [['  not reached', `${result.not_reached}, behind a denial`] as const]),
    ['not replayable', mark(result.not_replayable.total)],
  ]);
}

function renderByPolicy({ by_policy: policies }: ReplayResult, style: Style): string {
  if (policies.length === 0) return '';
  const rows = policies.map((one) => [
    `  ${toPlainText(one.policy_id, 200)}`,
    String(one.allow_to_deny),
    String(one.deny_to_allow),
    String(one.obligations_changed),
  ]);
  return `\n${renderHeadTable(['  BECAUSE OF', 'ALLOW TO DENY', 'DENY TO ALLOW', 'OBLIGATIONS'], rows, style)}`;
}

function renderExamples({ examples }: ReplayResult, style: Style): string {
  if (examples.length === 0) return '';
  const rows = examples
    .slice(0, maxExamples)
    .map((example) => [
      `  ${toPlainText(example.evidence_id)}`,
      toPlainText(example.agent_id, 60),
      toPlainText(example.phase),
      changeWords[example.change] ?? toPlainText(example.change),
      toPlainText(describeReasons(example), 200),
    ]);
  const more = examples.length > maxExamples ? `  … and ${examples.length - maxExamples} more with --json\n` : '';
  return `\n${renderHeadTable(['  EXAMPLE', 'AGENT', 'PHASE', 'CHANGE', 'WHY'], rows, style)}${more}`;
}

/** Describes the denying policies, before or now; or the obligations on both sides. */
function describeReasons({ change, before, after }: ReplayResult['examples'][number]): string {
  if (change === 'allow_to_deny') return (after.reasons ?? []).join(', ');
  if (change === 'deny_to_allow') return `no longer ${(before.reasons ?? ['known']).join(', ')}`;
  return `${(before.obligations ?? []).join(', ') || 'none'} -> ${(after.obligations ?? []).join(', ') || 'none'}`;
}

function renderUnknown({ not_replayable: { by_reason: reasons } }: ReplayResult, style: Style): string {
  if (reasons.length === 0) return '';
  const rows = reasons.flatMap(({ reason, details }) =>
    details.map(({ detail, count }) => [`  ${toPlainText(reason)}`, String(count), toPlainText(detail, 200)]),
  );
  return `\n${renderHeadTable(['  NOT REPLAYABLE', 'COUNT', 'DETAIL'], rows, style)}`;
}

function renderNotes({ decided_by_others: others, limits, is_cut: isCut }: ReplayResult, style: Style): string {
  const notes = [
    ...(isCut ? ['there was more evidence than --limit: only the oldest was replayed'] : []),
    ...(others > 0
      ? [`${others} of the evidence was decided by policies that are not in force now: changes may come from them`]
      : []),
    ...limits,
  ];
  return notes.length === 0
    ? ''
    : `\n${notes.map((note) => `${style.yellow('note')}: ${toPlainText(note, 500)}\n`).join('')}`;
}
