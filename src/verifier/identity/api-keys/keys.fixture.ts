/** A verifier with people who call with API keys. */

import type { CreateApiKey } from '../../../contract/api/api-keys/shapes.ts';
import type { MemberRole } from '../../../contract/api/members/states.ts';
import type { Database } from '../../../platform/db/db.ts';
import { createId } from '../../../platform/ids.ts';
import { createAuthor } from '../../base/control/author.ts';
import {
  type Answer,
  type Method,
  openTestVerifier,
  type TestVerifier,
  type TestVerifierOptions,
} from '../../test-verifier.ts';
import { usersTable } from '../people/tables.ts';

export interface TestPerson {
  readonly id: string;
  readonly email: string;
  /** Calls with a key for everything that this person may do. */
  call(method: Method, url: string, payload?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Makes a further key by the service; gives its text. */
  key(wanted?: Partial<CreateApiKey>): Promise<string>;
}

export interface KeysFixture {
  readonly verifier: TestVerifier;
  person(role: MemberRole, orgId?: string): Promise<TestPerson>;
  /** Calls with the text of a key. */
  withKey(
    text: string,
    method: Method,
    url: string,
    payload?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer>;
  /** Gives a time this many days after the verifier's present. */
  inDays(days: number): string;
  wanted(change?: Partial<CreateApiKey>): CreateApiKey;
}

export async function openKeys(
  kind: Database['kind'],
  env: Record<string, string> = {},
  options: TestVerifierOptions = {},
): Promise<KeysFixture> {
  const verifier = await openTestVerifier({ ASSAY_AUTHENTICATION: 'required', ...env }, kind, options);
  const inDays = (days: number) => new Date(verifier.clock.now() + days * 86_400_000).toISOString();
  const wanted = (change: Partial<CreateApiKey> = {}): CreateApiKey => ({
    alias: 'test',
    purpose: 'cli',
    scopes: ['agents:read'],
    expires_at: inDays(30),
    ...change,
  });
  const withKey: KeysFixture['withKey'] = (text, method, url, payload, headers = {}) =>
    verifier.call(method, url, { 'x-assay-key': text, ...headers }, payload);
  let count = 0;

  const person = async (role: MemberRole, orgId = 'default'): Promise<TestPerson> => {
    const { members, apiKeys, db } = verifier.verifier().services;
    const id = createId('usr', verifier.clock);
    count += 1;
    const email = `person-${count}@keys.example`;
    const now = verifier.clock.now();
    await db.insert(usersTable).values({
      id,
      email,
      name: email,
      password: 'none',
      status: 'active',
      revision: 1,
      password_changed_at: now,
      created_at: now,
      created_by: 'test',
      updated_at: now,
    });
    await db.transaction((tx) => members.add(tx, createAuthor(orgId, 'operator'), { userId: id, role }));
    const author = { ...createAuthor(orgId, id, role), kind: 'person', isDeployment: false } as const;
    const key = async (change: Partial<CreateApiKey> = {}) => {
      const made = await db.transaction((tx) => apiKeys.create(tx, author, wanted(change)));
      return made.text.reveal();
    };
    const full = await key({ alias: 'full', scopes: ['assay:full'], expires_at: inDays(364) });
    return { id, email, key, call: (method, url, payload, headers) => withKey(full, method, url, payload, headers) };
  };

  return { verifier, person, withKey, inDays, wanted };
}
