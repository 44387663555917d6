/** Renders presets for people: what there is, and what one changed or would change. */
import type { AppliedPreset, PresetList } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import type { Style } from './style.ts';
import { renderTable } from './table.ts';

const maxValueChars = 60;

/** Every preset with its settings and rules, then the bundles. */
export function renderPresetList({ items, bundles }: PresetList, style: Style): string {
  const presets = items.map(({ auditor, tier, description, settings, rules }) => {
    const values = Object.entries(settings).map(([name, { value }]) => [`  ${toPlainText(name)}`, formatValue(value)]);
    const answers = rules.map(({ phase, when, response }) => [
      `  ${toPlainText(phase)}`,
      toPlainText(response),
      toPlainText(when, maxValueChars),
    ]);
    const head = `${style.bold(toPlainText(`${auditor} ${tier}`))}  ${style.dim(toPlainText(description, 200))}\n`;
    return `${head}${renderTable(values)}${renderTable(answers)}`;
  });
  const rows = bundles.map(({ bundle, description, applies }) => [
    `  ${toPlainText(bundle)}`,
    toPlainText(applies.map(({ auditor, tier }) => `${auditor} ${tier}`).join(', '), 200),
    toPlainText(description, 200),
  ]);
  return `${presets.join('\n')}\n${style.bold('Bundles')}\n${renderTable(rows)}`;
}

/** Renders what changed, or would change, and what stayed. */
export function renderPresetAnswer(answer: AppliedPreset, preview: boolean, style: Style): string {
  const { applied, workspace_id: workspace, changed, unchanged } = answer;
  const names = applied.map(({ auditor, tier }) => `${auditor} ${tier}`).join(', ');
  const verb = changed.length === 0 ? 'already applies in' : preview ? 'would change' : 'was applied to';
  const head = `${style.bold(toPlainText(names, 200))} ${verb} workspace ${toPlainText(workspace)}\n`;
  const rows = changed.map(({ kind, action, auditor, name, before, after }) => [
    `  ${markOf(action)} ${toPlainText(kind)}`,
    toPlainText(kind === 'setting' && auditor !== undefined ? `${auditor} ${name}` : name),
    [before, after].flatMap((value) => (value === undefined ? [] : [formatValue(value)])).join(' -> '),
  ]);
  const kept = unchanged.map(({ name, message }) => [`  ${toPlainText(name)}`, toPlainText(message, 300)]);
  return [
    head,
    renderTable(rows, (cell, column) => (column === 0 ? paintMark(style, cell) : cell)),
    kept.length === 0 ? '' : `${style.yellow('unchanged')}\n${renderTable(kept)}`,
  ].join('');
}

function markOf(action: string): string {
  return action === 'added' ? '+' : action === 'removed' ? '-' : '~';
}

function paintMark(style: Style, cell: string): string {
  if (cell.includes('+')) return style.green(cell);
  return cell.includes('-') ? style.red(cell) : style.yellow(cell);
}

function formatValue(value: unknown): string {
  if (!Array.isArray(value)) return toPlainText(JSON.stringify(value) ?? '', maxValueChars);
  if (value.length === 0) return 'all';
  return toPlainText(`${value.length}: ${value.join(', ')}`, maxValueChars);
}
