/** Renders the keys of secrets for people: which version seals, which still open, and what is left to do. */
import type { Vault, VaultRewrapFailure } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

export function renderVault(status: Vault, style: Style): string {
  const { key_id: keyId, current_version: version, secrets, to_rewrap: left } = status;
  const facts: [string, string][] = [
    ['sealed with', keyId === null ? 'nothing yet' : toPlainText(`${keyId}, version ${version}`, 500)],
    ['secrets', String(secrets)],
    ['to rewrap', left === 0 ? '0' : `${style.yellow(String(left))}: assay secrets rewrap`],
  ];
  if (keyId !== null && keyId !== status.preferred_key_id) {
    const text = toPlainText(`${status.preferred_key_id}, once you rotate: assay secrets rotate`, 500);
    facts.push(['configured', style.yellow(text)]);
  }
  if (status.rotation_due) facts.push(['rotation', style.yellow('due: assay secrets rotate')]);
  if (status.versions.length === 0) return renderFacts(facts);
  const rows = status.versions.map((each) => [
    toPlainText(each.key_id, 300),
    String(each.version),
    toPlainText(each.state),
    String(each.secrets),
    String(each.wraps),
    toPlainText(each.activated_at ?? '-'),
    toPlainText(each.retired_at ?? '-'),
  ]);
  const head = ['KEY', 'VERSION', 'STATE', 'SECRETS', 'WRAPS', 'SINCE', 'RETIRED'];
  return `${renderFacts(facts)}\n${renderHeadTable(head, rows, style)}`;
}

/** One line for each secret that could not be rewrapped. */
export function renderFailures(failed: readonly VaultRewrapFailure[]): string {
  return failed
    .map((each) => {
      const { org_id: org, table, record_id: id, version, field, key_id: key, key_version: of, reason } = each;
      return `${toPlainText(`${org} ${table} ${id} version ${version} ${field}: ${reason} (${key}, version ${of})`, 1_000)}\n`;
    })
    .join('');
}
