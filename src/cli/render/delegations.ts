/** Renders delegations for people: who may do what for whom. What agents and people wrote must not control the terminal. */
import type { DelegationGrant } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

/** Renders one line for each. */
export function renderDelegations(items: readonly DelegationGrant[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.id),
    toPlainText(item.agent_id, 40),
    toPlainText(item.subject_id, 60),
    toPlainText(item.scopes.join(' '), 60),
    toPlainText(item.resources.join(' '), 60),
    toPlainText(describeStatus(item)),
    toPlainText(item.expires_at),
    toPlainText(item.last_used_at ?? 'never'),
  ]);
  const head = ['DELEGATION', 'AGENT', 'FOR', 'SCOPES', 'RESOURCES', 'STATUS', 'EXPIRES', 'USED'];
  return renderHeadTable(head, rows, style);
}

/** One, with everything that it allows. */
export function renderDelegation(item: DelegationGrant): string {
  const { tools, max_uses: maxUses, ip } = item.constraints;
  const optional = (name: string, value: string | null | undefined): [string, string][] =>
    value === null || value === undefined ? [] : [[name, toPlainText(value, 4_000)]];
  return renderFacts([
    ['delegation', toPlainText(item.id)],
    ['agent', toPlainText(item.agent_id)],
    ['acts for', toPlainText(`${item.subject_id} (${item.account_domain}, ${item.subject_issuer})`, 400)],
    ['status', toPlainText(describeStatus(item))],
    ['scopes', toPlainText(item.scopes.join(' '), 4_000)],
    ['resources', toPlainText(item.resources.join(' '), 4_000)],
    ...optional('tools', tools?.join(' ')),
    ...optional('addresses', ip?.join(' ')),
    ['purpose', toPlainText(item.purpose, 500)],
    ['granted', toPlainText(`${item.granted_at} by ${item.granted_by}`, 300)],
    ['expires', toPlainText(item.expires_at)],
    ...optional('ended', item.revoked_at === null ? null : `${item.revoked_at} by ${item.revoked_by ?? 'itself'}`),
    [
      'used',
      maxUses === undefined && item.use_count === 1
        ? 'once'
        : `${item.use_count}${maxUses === undefined ? '' : ` of ${maxUses}`} times`,
    ],
    ...optional('last used', item.last_used_at),
    ['request', toPlainText(item.consent_request_id)],
  ]);
}

function describeStatus({ status, revoke_reason: reason }: DelegationGrant): string {
  return reason === null ? status : `${status} (${reason})`;
}
