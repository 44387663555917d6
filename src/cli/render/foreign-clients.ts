/** Renders clients of the organisation at other authorization servers, for people. */
import type { ForeignClient } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { renderHeadTable } from './head-table.ts';
import type { Style } from './style.ts';
import { renderFacts } from './table.ts';

/** Renders one line for each. */
export function renderForeignClients(items: readonly ForeignClient[], style: Style): string {
  const rows = items.map((item) => [
    toPlainText(item.id),
    toPlainText(item.issuer, 80),
    toPlainText(item.client_id, 60),
    toPlainText(item.registration),
    toPlainText(item.status),
    describeSecret(item),
  ]);
  return renderHeadTable(['CLIENT', 'ISSUER', 'CALLED THERE', 'REGISTRATION', 'STATUS', 'SECRET'], rows, style);
}

/** Renders one, with the facts that the other side needs. */
export function renderForeignClient(item: ForeignClient, _style?: Style): string {
  return renderFacts([
    ['client', toPlainText(item.id)],
    ['issuer', toPlainText(item.issuer, 2_048)],
    ['called there', toPlainText(item.client_id, 2_048)],
    ['registration', toPlainText(item.registration)],
    ['secret', describeSecret(item)],
    ['shown by', toPlainText(item.token_endpoint_auth_method ?? 'what the server offers')],
    ['redirect URI', toPlainText(item.redirect_uri ?? 'none: set ASSAY_PUBLIC_URL', 2_048)],
    ['created', toPlainText(item.created_at)],
  ]);
}

function describeSecret({ has_secret: has, secret_expires_at: until }: ForeignClient): string {
  if (!has) return 'none';
  return until === null ? 'kept' : toPlainText(`until ${until}`);
}
