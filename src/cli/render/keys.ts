/** Renders API keys for people. The key itself stands on a line of its own, to be copied. */
import type { ApiKey, ShownApiKey } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

/** Renders one line for each. */
export function renderKeyList(items: readonly ApiKey[], style: Style): string {
  const rows = items.map((key) => [
    toPlainText(key.id),
    toPlainText(key.alias, 40),
    toPlainText(`${key.prefix}…`),
    toPlainText(key.agent_id === null ? key.purpose : `${key.purpose} ${key.agent_id}`, 60),
    toPlainText(key.scopes.join(' '), 60),
    toPlainText(key.status),
    toPlainText(key.expires_at),
    toPlainText(key.last_used_at ?? 'never'),
  ]);
  return renderHeadTable(['KEY', 'ALIAS', 'PREFIX', 'PURPOSE', 'SCOPES', 'STATUS', 'EXPIRES', 'USED'], rows, style);
}

/** A key that was just made. */
export function renderShownKey(key: ShownApiKey, style: Style): string {
  const facts: [string, string][] = [
    ['key', toPlainText(key.id)],
    ['alias', toPlainText(key.alias, 100)],
    ['purpose', toPlainText(key.purpose)],
    ...(key.agent_id === null ? [] : [['agent', toPlainText(key.agent_id)] as [string, string]]),
    ...(key.workspace_id === null ? [] : [['workspace', toPlainText(key.workspace_id)] as [string, string]]),
    ...(key.workspace_ids === null
      ? []
      : [['serves', toPlainText(key.workspace_ids.join(' '), 2_000)] as [string, string]]),
    ['scopes', toPlainText(key.scopes.join(' '), 2_000)],
    ['expires', toPlainText(key.expires_at)],
    ...(key.overlap_until === null ? [] : [['old key until', toPlainText(key.overlap_until)] as [string, string]]),
  ];
  return `${renderFacts(facts)}\n${key.key === undefined ? 'The answer holds no key: rotate it to get one.' : style.bold(toPlainText(key.key))}\n`;
}
