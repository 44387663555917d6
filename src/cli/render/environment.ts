/** Renders environments for people. */
import type { Environment } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

/** Renders one line for each. */
export function renderEnvironmentList(items: readonly Environment[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.id),
    toPlainText(item.workspace_id),
    toPlainText(item.deployment_type),
    String(item.agents.length),
    String(item.revision),
    toPlainText(item.updated_at),
  ]);
  return renderHeadTable(['ENVIRONMENT', 'WORKSPACE', 'TYPE', 'AGENTS', 'REVISION', 'UPDATED'], rows, style);
}

/** One, with a line for each agent. */
export function renderEnvironment(environment: Environment, style: Style): string {
  const facts = renderFacts([
    ['environment', toPlainText(environment.id)],
    ['workspace', toPlainText(environment.workspace_id)],
    ['type', toPlainText(environment.deployment_type)],
    ['revision', String(environment.revision)],
    ['created', toPlainText(`${environment.created_at} by ${environment.created_by}`)],
    ['updated', toPlainText(environment.updated_at)],
  ]);
  const rows = environment.agents.map(({ name, model, status }) => [
    toPlainText(name),
    toPlainText(model?.id ?? 'none', 200),
    status === 'active' ? status : style.yellow(toPlainText(status ?? 'not registered')),
  ]);
  return `${facts}\n${renderHeadTable(['AGENT', 'MODEL', 'STATUS'], rows, style)}`;
}
