/** Renders organisations and workspaces for people. */
import type { Organization, OutboundRules, Workspace } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import type { ScopeChain } from '../chain-options.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts, renderTable } from './table.ts';

type Scope = Organization | Workspace;

/** Renders one line for each. */
export function renderScopeList(noun: 'ORGANISATION' | 'WORKSPACE') {
  return (items: readonly Scope[], style: Style): string => {
    const rows = items.map((item) => [
      toPlainText(item.id),
      toPlainText(item.name, 60),
      describeChain(item.chain),
      String(item.revision),
      toPlainText(item.updated_at),
    ]);
    return renderHeadTable([noun, 'NAME', 'CHAIN', 'REVISION', 'UPDATED'], rows, style);
  };
}

/** One, with its chain. */
export function renderScope(noun: 'organisation' | 'workspace') {
  return (scope: Scope, style: Style): string => {
    const facts = renderFacts([
      [noun, toPlainText(scope.id)],
      ['name', toPlainText(scope.name, 200)],
      ...('org_id' in scope ? [['organisation', toPlainText(scope.org_id)] as const] : []),
      ...(scope.description === '' ? [] : [['description', toPlainText(scope.description, 2_000)] as const]),
      ['revision', String(scope.revision)],
      ['created', toPlainText(`${scope.created_at} by ${scope.created_by}`)],
      ['updated', toPlainText(scope.updated_at)],
    ]);
    return `${facts}\n${style.bold('Chain')}\n${renderChain(scope.chain, noun)}`;
  };
}

/** What is called besides public addresses. */
export function renderOutboundRules({ org_id, allow, revision, ...written }: OutboundRules, style: Style): string {
  const facts = renderFacts([
    ['organisation', toPlainText(org_id)],
    ['revision', String(revision)],
    ...(written.updated_at === null
      ? []
      : [['updated', toPlainText(`${written.updated_at} by ${written.updated_by}`)] as const]),
  ]);
  const items = allow.map((item) => `  ${toPlainText(item, 260)}\n`).join('');
  const nothing = '  nothing: public addresses, and what the deployment allows\n';
  return `${facts}\n${style.bold('Allowed')}\n${items === '' ? nothing : items}`;
}

function describeChain({ items, auditorChain }: ScopeChain): string {
  const { preRequest = [], postResponse = [] } = auditorChain ?? {};
  const names = [...new Set([...preRequest, ...postResponse].map(({ auditorId }) => auditorId))];
  if (names.length > 0) return toPlainText(names.join(', '), 60);
  return items === undefined ? 'inherited' : toPlainText(items.map(({ name }) => name).join(', '), 60);
}

function renderChain({ items, auditorChain }: ScopeChain, noun: 'organisation' | 'workspace'): string {
  const outer = noun === 'workspace' ? 'the organisation, or of the gateway' : 'the gateway';
  const asked = (['preRequest', 'postResponse'] as const).flatMap((phase): [string, string][] => {
    const refs = auditorChain?.[phase];
    if (refs === undefined) return [];
    const names = refs.map(({ auditorId }) => auditorId).join(', ');
    return [[`  ${phase}`, toPlainText(names === '' ? 'nobody' : names, 500)]];
  });
  const places = (items ?? []).map(({ name, image, port, url }) => [
    `  ${toPlainText(name)}`,
    toPlainText(image, 200),
    toPlainText(url ?? `port ${port}`, 200),
  ]);
  if (asked.length === 0 && places.length === 0) return `  inherited: that of ${outer}\n`;
  return `${asked.length === 0 ? '' : renderFacts(asked)}${renderTable(places)}`;
}
