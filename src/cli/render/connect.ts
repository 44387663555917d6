/**
 * A link to connect a credential, and what came of it: accounts are named by the other side, so nothing in it may
 * control the terminal.
 */
import { toPlainText } from '../../proof/report.ts';
import type { ConnectLink, Standing } from '../remote-connect.ts';

/** Gives the whole link: a truncated one leads nowhere. */
export function toShownUrl(url: string): string {
  return toPlainText(url, 2_000);
}

/** Alone on its line, for programs. */
export function renderLink({ connect_url }: ConnectLink): string {
  return `${toShownUrl(connect_url)}\n`;
}

export function renderConnected({ service, upstream_account, granted_scopes }: Standing): string {
  const account = upstream_account === null ? '' : ` as ${toPlainText(upstream_account, 200)}`;
  const scopes = granted_scopes.map((scope) => toPlainText(scope)).join(', ');
  return `Connected ${toPlainText(service, 200)}${account}${scopes === '' ? '' : ` (${scopes})`}\n`;
}
