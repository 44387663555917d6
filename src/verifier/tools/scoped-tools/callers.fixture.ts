/** A verifier whose callers state their own identity, for tests of the rights of each kind of caller. */
import type { Database } from '../../../platform/db/db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { type Answer, type Method, openTestVerifier, type TestVerifier } from '../../test-verifier.ts';

export interface CallersFixture {
  readonly verifier: TestVerifier;
  as(caller: Caller, method: Method, url: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  db(): Database['db'];
}

/** Makes a caller of organisation `default`. */
export function aCaller(role: Caller['role'], change: Partial<Caller> = {}): Caller {
  const known = { organisation: 'default', authentication: 'oauth', scopes: 'all', isDeployment: false } as const;
  const kind = role === 'agent' || role === 'gateway' ? role : 'person';
  return { ...known, user: `a-${role}`, kind, role, ...change };
}

export async function openCallers(kind: Database['kind']): Promise<CallersFixture> {
  const callers = new Map<string, Caller>();
  const identify = {
    byCredential: ({ credential }: { readonly credential: string }) => callers.get(credential),
  };
  const verifier = await openTestVerifier({}, kind, { identify });
  return {
    verifier,
    db: () => verifier.testDb.database().db,
    as(caller, method, url, body, headers = {}) {
      const credential = `as-${Buffer.from(JSON.stringify(caller)).toString('base64url')}`;
      callers.set(credential, caller);
      return verifier.call(method, url, { 'x-assay-key': credential, ...headers }, body);
    },
  };
}
