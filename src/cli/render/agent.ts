/** Agents for a reader. */
import { toPlainText } from '../../proof/report.ts';
import type { Agent } from '../wire-scopes.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

/** One line each. */
export function renderAgentList(items: readonly Agent[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.id),
    toPlainText(item.name, 60),
    toPlainText(item.workspace_id),
    toPlainText(item.model_id ?? '-', 60),
    describeMode(item),
    item.implicit ? 'no' : 'yes',
  ]);
  return renderHeadTable(['AGENT', 'NAME', 'WORKSPACE', 'MODEL', 'MODE', 'REGISTERED'], rows, style, (cell) =>
    cell.startsWith('observe') ? style.yellow(cell) : cell,
  );
}

/** One agent. */
export function renderAgent(agent: Agent, style: Style): string {
  const mode = describeMode(agent);
  return renderFacts([
    ['agent', toPlainText(agent.id)],
    ['name', toPlainText(agent.name, 200)],
    ['workspace', toPlainText(agent.workspace_id)],
    ['model', toPlainText(agent.model_id ?? 'none named', 200)],
    ['mode', agent.audit_mode === 'observe' ? style.yellow(mode) : mode],
    ...(agent.audit_mode_reason === null
      ? []
      : [['  because', toPlainText(`${agent.audit_mode_reason} (${agent.audit_mode_by ?? 'unknown'})`, 600)] as const]),
    ['registered', agent.implicit ? 'no: known from its evidence only' : 'yes'],
    ['passports', agent.public_passports ? 'public' : 'for this organisation'],
    ['identity', toPlainText(agent.spiffe_id, 400)],
    ['revision', String(agent.revision)],
    ['created', toPlainText(agent.created_at)],
    ['updated', toPlainText(agent.updated_at)],
  ]);
}

function describeMode({ audit_mode: mode, audit_mode_until: until }: Agent): string {
  if (mode !== 'observe') return toPlainText(mode);
  return until === null ? 'observe, without an end' : toPlainText(`observe until ${until}`);
}
