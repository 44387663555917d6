/** A link to connect a credential, and what came of it: accounts are named by the other side, so nothing steers the terminal. */
import { toPlainText } from '../../proof/report.ts';
import type { ConnectLink, Standing } from '../remote-connect.ts';

/** The whole of it: one that is cut leads nowhere. */
export function toShownUrl(url: string): string {
  return toPlainText(url, 2_000);
}

/** Alone on its line, for whatever reads it. */
export function renderLink({ connect_url }: ConnectLink): string {
  return `${toShownUrl(connect_url)}\n`;
}

export function renderConnected({ service, upstream_account, granted_scopes }: Standing): string {
  const account = upstream_account === null ? '' : ` as ${toPlainText(upstream_account, 200)}`;
  const scopes = granted_scopes.map((scope) => toPlainText(scope)).join(', ');
  return `Connected ${toPlainText(service, 200)}${account}${scopes === '' ? '' : ` (${scopes})`}\n`;
}
