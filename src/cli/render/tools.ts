/** Renders rules on tools, and what an agent has of tools, for people. */
import type { EffectiveTools, ScopedTool } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { describeScope } from '../control-options.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

/** Renders one line for each. */
export function renderToolRules(items: readonly ScopedTool[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.id),
    toPlainText(describeScope(item.scope), 60),
    toPlainText(item.app_name ?? item.tool.app_id, 60),
    toPlainText(describeTool(item.tool), 80),
    toPlainText(describeMode(item)),
    toPlainText(item.set_by, 60),
    toPlainText(item.reason ?? '', 60),
  ]);
  return renderHeadTable(['RULE', 'WHERE', 'APP', 'TOOL', 'MODE', 'SET BY', 'WHY'], rows, style);
}

export function renderToolRule(item: ScopedTool): string {
  return renderFacts([
    ['rule', toPlainText(item.id)],
    ['where', toPlainText(describeScope(item.scope))],
    ['app', toPlainText(item.app_name === null ? item.tool.app_id : `${item.app_name} (${item.tool.app_id})`, 400)],
    ['tool', toPlainText(describeTool(item.tool), 520)],
    ['mode', toPlainText(describeMode(item))],
    ['set', toPlainText(`${item.updated_at} by ${item.set_by}`, 300)],
    ...(item.reason === null ? [] : [['reason', toPlainText(item.reason, 500)] as const]),
    ['revision', String(item.revision)],
  ]);
}

/** What an agent has, and what it lacks; apps by their names where those are known. */
export function renderEffectiveTools(
  found: EffectiveTools,
  style: Style,
  names: ReadonlyMap<string, string> = new Map(),
): string {
  const nameOf = (id: string) => toPlainText(id === '*' ? 'every app' : (names.get(id) ?? id), 60);
  const rows = found.items.map((item) => [
    nameOf(item.tool.app_id),
    toPlainText(describeTool(item.tool), 80),
    item.callable ? 'yes' : `no: ${toPlainText(item.reason ?? '')}`,
    toPlainText(item.mode),
    toPlainText(
      item.decided_by.level === 'default' ? 'no rule' : `${item.decided_by.level} ${item.decided_by.id ?? ''}`,
    ),
    toPlainText(item.auth.status),
  ]);
  const unmet = found.unmet_requirements.map(
    ({ tool, status }) => `${nameOf(tool.app_id)} ${toPlainText(describeTool(tool), 80)}: ${toPlainText(status)}\n`,
  );
  const [place] = found.items.flatMap(({ auth }) => auth.connect_url ?? []);
  return [
    renderFacts([
      ['agent', toPlainText(found.agent_id)],
      ['workspace', toPlainText(found.workspace_id)],
      ['readiness', toPlainText(found.readiness)],
      ...(place === undefined ? [] : [['connect at', toPlainText(place, 500)] as const]),
    ]),
    ...(unmet.length === 0 ? [] : [`\n${style.bold('Required, and cannot be called')}\n${unmet.join('')}`]),
    found.items.length === 0
      ? ''
      : `\n${renderHeadTable(['APP', 'TOOL', 'CALLABLE', 'MODE', 'DECIDED BY', 'SIGNED IN'], rows, style)}`,
  ].join('');
}

function describeTool({ server, name }: ScopedTool['tool']): string {
  const tool = name === '*' ? 'every tool' : name;
  return server === '*' ? tool : `${tool} of ${server}`;
}

function describeMode({ mode, allow_override: mayOverride }: ScopedTool): string {
  return mayOverride ? mode : `${mode}, fixed`;
}
