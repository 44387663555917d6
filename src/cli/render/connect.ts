/**
 * Renders the link by which a credential is connected, and the result. The other side names accounts, so nothing in it
 * may control the terminal.
 */
import type { ConnectLink, ScopedCredential } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';

/** Gives the whole link: a truncated one leads nowhere. */
export function toShownUrl(url: string): string {
  return toPlainText(url, 2_000);
}

/** Renders the link alone on its line, for programs. */
export function renderLink({ connect_url }: ConnectLink): string {
  return `${toShownUrl(connect_url)}\n`;
}

export function renderConnected({ service, upstream_account, granted_scopes }: ScopedCredential): string {
  const account = upstream_account === null ? '' : ` as ${toPlainText(upstream_account, 200)}`;
  const scopes = granted_scopes.map((scope) => toPlainText(scope)).join(', ');
  return `Connected ${toPlainText(service, 200)}${account}${scopes === '' ? '' : ` (${scopes})`}\n`;
}
