/** Renders credentials for people. Others wrote much of the text, so nothing in it may control the terminal. */
import type { EffectiveCredential, ScopedCredential } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts, renderTable } from './table.ts';

/** Renders one line for each. */
export function renderCredentials(items: readonly ScopedCredential[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.id),
    toPlainText(item.service, 60),
    toPlainText(describeOwner(item), 80),
    toPlainText(item.auth_type),
    toPlainText(item.sharing_mode),
    toPlainText(describeStatus(item), 60),
    toPlainText(item.expires_at ?? 'never'),
    toPlainText(item.last_used_at ?? 'never'),
  ]);
  const head = ['CREDENTIAL', 'SERVICE', 'OF', 'TYPE', 'SHARING', 'STATUS', 'EXPIRES', 'USED'];
  return renderHeadTable(head, rows, style);
}

/** Renders one with all its facts. */
export function renderCredential(item: ScopedCredential): string {
  const optional = (name: string, value: string | null | undefined): [string, string][] =>
    value === null || value === undefined || value === '' ? [] : [[name, toPlainText(value, 4_000)]];
  const { rotation, injection, config } = item;
  return renderFacts([
    ['credential', toPlainText(item.id)],
    ['service', toPlainText(item.service)],
    ...optional('resource', item.resource),
    ...optional('issuer', item.issuer),
    ['of', toPlainText(describeOwner(item), 300)],
    ['type', toPlainText(item.auth_type)],
    ['sharing', toPlainText(`${item.sharing_mode}${item.allow_in_delegation ? ', also for people' : ''}`)],
    ['status', toPlainText(describeStatus(item), 600)],
    ['injected by', toPlainText([injection.method, injection.header].filter((text) => text !== undefined).join(' '))],
    ...optional('user name', config.username),
    ...optional('client', config.client_id),
    ...optional('variable', config.environment_variable),
    ...optional('scopes', item.granted_scopes.join(' ')),
    ...optional('account', item.upstream_account),
    ['secret', item.version === 0 ? 'none yet' : toPlainText(`version ${item.version}, ${item.fingerprint ?? 'own'}`)],
    ...optional('expires', item.expires_at),
    ...optional('rotate by', rotation.next_at),
    ...optional('old secret', rotation.overlap_until === null ? null : `good until ${rotation.overlap_until}`),
    ...optional('last used', item.last_used_at),
    ...optional('refreshed', item.last_refreshed_at),
    ...optional('failures', item.refresh_failures === 0 ? null : String(item.refresh_failures)),
    ['created', toPlainText(`${item.created_at} by ${item.created_by}`, 300)],
    ...optional('revoked', item.revoked_at === null ? null : `${item.revoked_at} by ${item.revoked_by ?? 'itself'}`),
    ['revision', String(item.revision)],
  ]);
}

/** Renders the chosen credential, and why the others were not chosen. */
export function renderEffective(item: EffectiveCredential, style: Style): string {
  const facts = renderFacts([
    ['credential', toPlainText(item.credential_id ?? 'none')],
    ['from', toPlainText(item.source)],
    ['status', toPlainText(item.status)],
    ...(item.scopes_missing.length === 0
      ? []
      : [['scopes missing', toPlainText(item.scopes_missing.join(' '), 4_000)] as [string, string]]),
  ]);
  if (item.candidates.length === 0) return facts;
  const rows = item.candidates.map(({ id, rejected_because: why }) => [toPlainText(id), toPlainText(why)]);
  return `${facts}\n${renderTable([['NOT THIS ONE', 'BECAUSE'], ...rows], (cell, _column, row) => (row === 0 ? style.bold(cell) : cell))}`;
}

function describeOwner({ scope, agent_id: agent, user_id: user }: ScopedCredential): string {
  const place = scope.level === 'org' ? 'organisation' : `${scope.level} ${scope.id}`;
  if (agent === null) return place;
  return user === null ? `agent ${agent}` : `agent ${agent} for ${user}`;
}

function describeStatus({ status, status_reason: reason }: ScopedCredential): string {
  return reason === null || reason === status ? status : `${status} (${reason})`;
}
