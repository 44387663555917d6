/** Renders settings for people: those of a scope, and those in force for an agent with their source. */
import type { AuditorSettings, EffectiveAuditorSettings } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { formatValue } from './value.ts';

/** One line a value. */
export function renderSettingsList(items: readonly AuditorSettings[], style: Style): string {
  const rows = items.flatMap(({ scope, auditor_id, settings, updated_at }) => {
    const place = toPlainText(`${scope.level} ${scope.id}`, 100);
    const entries = Object.entries(settings);
    if (entries.length === 0) return [[place, toPlainText(auditor_id), '(nothing)', '', '', toPlainText(updated_at)]];
    return entries.map(([name, { value, enforced }]) => [
      place,
      toPlainText(auditor_id),
      toPlainText(name, 200),
      formatValue(value),
      enforced === true ? 'enforced' : '',
      toPlainText(updated_at),
    ]);
  });
  return renderHeadTable(['SCOPE', 'AUDITOR', 'SETTING', 'VALUE', '', 'UPDATED'], rows, style);
}

/** What stands at one scope for one auditor. */
export function renderSettings(record: AuditorSettings, style: Style): string {
  const { scope, auditor_id: auditor, settings, revision } = record;
  const head = `${toPlainText(auditor)} at ${toPlainText(`${scope.level} ${scope.id}`, 200)}, revision ${revision}\n`;
  const rows = Object.entries(settings).map(([name, { value, enforced }]) => [
    `  ${toPlainText(name, 200)}`,
    formatValue(value),
    enforced === true ? 'enforced' : '',
  ]);
  return `${head}${rows.length === 0 ? '  nothing is set\n' : renderHeadTable(['  SETTING', 'VALUE', ''], rows, style)}`;
}

export interface EffectiveShown {
  /** Leaves out settings without a value at any scope. */
  readonly onlySet: boolean;
}

/** Settings of one auditor as an agent has them. */
export function renderEffectiveSettings(
  view: EffectiveAuditorSettings,
  style: Style,
  { onlySet }: EffectiveShown,
): string {
  const head = `${style.bold(toPlainText(view.auditor_id))} for agent ${toPlainText(view.agent_id)}\n`;
  const shown = Object.entries(view.settings).filter(
    ([, { decided_by: by, overridden }]) => !onlySet || by.level !== 'default' || overridden.length > 0,
  );
  const rows = shown.map(([name, setting]) => [
    `  ${toPlainText(name, 200)}`,
    formatValue(setting.value),
    describeDecider(setting),
    setting.overridden.map(({ level, id, value }) => `${level} ${toPlainText(id)}: ${formatValue(value)}`).join('; '),
  ]);
  if (rows.length === 0) return `${head}  ${onlySet ? 'nothing is set: its defaults hold' : 'it has no settings'}\n`;
  return `${head}${renderHeadTable(['  SETTING', 'VALUE', 'DECIDED BY', 'OVERRIDDEN'], rows, style, (cell, column) =>
    column === 2 && cell.startsWith('default') ? style.dim(cell) : cell,
  )}`;
}

/** Those of every auditor that an agent is judged by. */
export function renderAllEffectiveSettings(
  views: readonly EffectiveAuditorSettings[],
  style: Style,
  shown: EffectiveShown,
): string {
  return views.map((view) => renderEffectiveSettings(view, style, shown)).join('\n');
}

function describeDecider({ decided_by, enforced, source }: EffectiveAuditorSettings['settings'][string]): string {
  if (decided_by.level === 'default') return 'default';
  const notes = [...(enforced ? ['enforced'] : []), ...(source === 'preset' ? ['by a preset'] : [])];
  const note = notes.length === 0 ? '' : ` (${notes.join(', ')})`;
  return `${toPlainText(`${decided_by.level} ${decided_by.id}`, 200)}${note}`;
}
