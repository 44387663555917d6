/** Callers for tests with several processes: the credential encodes the caller. */
import type { Caller, Presented } from '../../src/platform/http/access.ts';

const prefix = 'test-caller.';

/** Headers of a call by the caller. */
export function asCaller(caller: Caller): Record<string, string> {
  return { 'x-assay-key': `${prefix}${Buffer.from(JSON.stringify(caller)).toString('base64url')}` };
}

/** The caller in a credential of {@link asCaller}. */
export function byTestCredential({ credential }: Presented): Caller | undefined {
  if (!credential.startsWith(prefix)) return undefined;
  return JSON.parse(Buffer.from(credential.slice(prefix.length), 'base64url').toString());
}
