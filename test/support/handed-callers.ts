/** Callers for tests of several processes: the credential is the caller itself. */
import type { Caller, Presented } from '../../src/platform/http/access.ts';

const prefix = 'test-caller.';

/** Headers that make a call the caller's. */
export function asCaller(caller: Caller): Record<string, string> {
  return { 'x-assay-key': `${prefix}${Buffer.from(JSON.stringify(caller)).toString('base64url')}` };
}

/** The caller of a credential that {@link asCaller} made. */
export function byTestCredential({ credential }: Presented): Caller | undefined {
  if (!credential.startsWith(prefix)) return undefined;
  return JSON.parse(Buffer.from(credential.slice(prefix.length), 'base64url').toString());
}
