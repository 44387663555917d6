/** Finds what a scope sets about an auditor, and changes it by revision. */
import type { AuditorSettings, Client } from '@assay/client';
import { AppError } from '../platform/errors.ts';
import { describeScope, type NamedScope } from './control-options.ts';
import { explainStale, maxChanges } from './stale.ts';

interface Scope {
  readonly level: NamedScope['level'];
  readonly id: string;
}

/** Finds the record of a scope and an auditor, if any. */
export async function findSettings(
  { auditorSettings }: Client,
  { level, id }: Scope,
  auditorId: string,
): Promise<AuditorSettings | undefined> {
  const { items } = await auditorSettings.list({ level, scope_id: id, auditor_id: auditorId, limit: 1 });
  return items[0];
}

/** As `findSettings`. @throws AppError `not_found` that names the scope without a record */
export async function requireSettings(client: Client, scope: Scope, auditorId: string): Promise<AuditorSettings> {
  const found = await findSettings(client, scope, auditorId);
  if (found !== undefined) return found;
  const detail = `${auditorId} has no settings at ${describeScope(scope)}`;
  throw new AppError('not_found', 'no settings', { detail });
}

/** Sends a change that was made from a revision. @throws AppError `conflict` that names who changed it meanwhile */
export function changeSettings<R>(
  { auditorSettings }: Client,
  { id, revision }: Pick<AuditorSettings, 'id' | 'revision'>,
  send: (options: { readonly headers: Readonly<Record<string, string>> }) => Promise<R>,
): Promise<R> {
  const history = () => auditorSettings.history({ id, limit: maxChanges });
  // If-Match is optional here, so the operations do not declare it.
  const headers = { 'if-match': `"${revision}"` };
  return explainStale({ noun: 'settings record', id, revision, history }, () => send({ headers }));
}
