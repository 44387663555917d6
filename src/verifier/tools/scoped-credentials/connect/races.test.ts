/**
 * Tests changes of a credential while somebody connects it: between the two halves of the flow, and between the answer and
 * the store.
 */
import { randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../../../platform/db/db.ts';
import { testDatabaseUrl } from '../../../../platform/db/test-db.ts';
import { createLogger } from '../../../../platform/log.ts';
import { createAuthor } from '../../../base/control/author.ts';
import { openTestVerifier, type TestVerifier } from '../../../test-verifier.ts';
import { clickThrough } from '../../foreign-oauth/foreign-interaction.fixture.ts';
import { type ForeignServer, openForeignServer } from '../../foreign-oauth/foreign-server.fixture.ts';
import { placeOf } from '../secret-places.ts';
import { scopedCredentialsTable } from '../tables.ts';
import { createConnectServices } from './create.ts';

const kinds: Database['kind'][] = testDatabaseUrl === undefined ? ['pglite'] : ['postgres'];
const publicUrl = 'http://localhost:4456';
const author = createAuthor('default', 'operator');
const binding = 'b'.repeat(43);

describe.each(kinds)('a credential during its connection, on %s (TEST_DATABASE_URL adds postgres)', (kind) => {
  let verifier: TestVerifier;
  let foreign: ForeignServer;
  let count = 0;
  /** Runs after the authorization server gave tokens, before they are stored. */
  let inBetween: () => Promise<unknown> = async () => {};

  beforeAll(async () => {
    verifier = await openTestVerifier({ ASSAY_PUBLIC_URL: publicUrl }, kind);
    verifier.clock.set(Date.now());
    foreign = await openForeignServer();
  });
  afterAll(async () => {
    await verifier?.close();
    await foreign?.close();
  });

  const db = () => verifier.testDb.database().db;
  const services = () => verifier.verifier().services;
  const connecting = () => {
    const { foreignOAuth, events, vault, scopedCredentials, changes, audit } = services();
    const watched: typeof foreignOAuth = {
      ...foreignOAuth,
      async finish(...asked) {
        const answer = await foreignOAuth.finish(...asked);
        await inBetween();
        return answer;
      },
    };
    return createConnectServices({
      db: db(),
      clock: verifier.clock,
      randomBytes,
      events,
      vault,
      scopedCredentials,
      publicUrl,
      changes,
      audit,
      foreignOAuth: watched,
      hooks: () => services().lifecycleHooks,
      log: createLogger({ service: 'verifier', level: 'silent' }),
    }).connecting;
  };
  const rowOf = async (id: string) => {
    const [row] = await db().select().from(scopedCredentialsTable).where(eq(scopedCredentialsTable.id, id));
    if (row === undefined) throw new Error('no row');
    return row;
  };
  const make = async (change: object = {}) => {
    count += 1;
    const made = await verifier.admin('POST', '/v1/scoped-credentials', {
      scope: { level: 'workspace', id: 'default' },
      service: `com.example/crm-${count}`,
      auth_type: 'oauth2_code',
      resource: foreign.resource,
      requested_scopes: ['tools.read'],
      ...change,
    });
    if (made.status !== 201) throw new Error(JSON.stringify(made.body));
    return String(made.body['id']);
  };
  /** Goes through the authorization server, to the query of the redirect. */
  const leave = async (id: string) => (await goAway(id)).searchParams;
  const goAway = async (id: string) => {
    const { url } = await connecting().connectLink(author, id);
    const at = { authors: [author], ticket: url.slice(url.lastIndexOf('/') + 1) };
    const opened = await connecting().open(at);
    const started = await connecting().begin(at, (opened.kind === 'open' && opened.seen) || '', binding);
    if (started.kind !== 'lead') throw new Error(`led nowhere: ${started.kind}`);
    return new URL(await clickThrough(started.url, `${publicUrl}/v1/`));
  };
  const comeBack = (query: URLSearchParams, cameTo?: string) => connecting().finish([author], query, binding, cameTo);
  const forget = () => services().foreignOAuth.forget('default', foreign.resource);
  const during = async <T>(work: () => Promise<unknown>, run: () => Promise<T>): Promise<T> => {
    inBetween = work;
    try {
      return await run();
    } finally {
      inBetween = async () => {};
    }
  };

  it('exchanges one code for several returns with one state at once', async () => {
    const id = await make();
    const query = await leave(id);
    const before = foreign.counts.codes;
    const ends = await Promise.all([comeBack(query), comeBack(query), comeBack(query)]);
    expect(ends.map((end) => end.kind).sort()).toEqual(['closed', 'closed', 'connected']);
    expect(foreign.counts.codes - before).toBe(1);
    expect(await rowOf(id)).toMatchObject({ status: 'active', version: 1, connected_by: 'operator' });
  });

  it('stores nothing when revoked after the exchange, and revokes the tokens', async () => {
    const id = await make();
    const query = await leave(id);
    const before = foreign.counts.revocations;
    const end = await during(
      () => verifier.admin('POST', `/v1/scoped-credentials/${id}/revoke`, {}),
      () => comeBack(query),
    );
    expect(end).toMatchObject({ kind: 'closed', why: 'revoked' });
    expect(await rowOf(id)).toMatchObject({ status: 'revoked', version: 0 });
    expect(foreign.counts.revocations).toBe(before + 1);
  });

  it('replaces a concurrent refresh', async () => {
    const id = await make();
    await comeBack(await leave(id));
    const query = await leave(id);
    const end = await during(
      () => services().credentialLifecycle.refresh('default', id, 1),
      () => comeBack(query),
    );
    expect(end.kind).toBe('connected');
    const row = await rowOf(id);
    expect(row).toMatchObject({ status: 'active', version: 3, lease_by: null });
    expect((await services().vault.read(db(), placeOf(row, 'access_token'))).reveal()).not.toBe('');
    await expect(services().vault.read(db(), placeOf(row, 'access_token', 2))).rejects.toThrow();
  });

  it('is unchanged when the process dies between the answer and the store; the link is used up', async () => {
    const id = await make();
    await comeBack(await leave(id));
    const before = await rowOf(id);
    const query = await leave(id);
    const dying = during(
      () => Promise.reject(new Error('killed')),
      () => comeBack(query),
    );
    await expect(dying).rejects.toThrow('killed');
    expect(await rowOf(id)).toEqual(before);
    expect(await comeBack(query)).toMatchObject({ kind: 'closed', why: 'used', attempt: { credential: { id } } });
    expect((await comeBack(await leave(id))).kind).toBe('connected');
  });

  it("requests the resource's scopes by default (MCP, scope selection)", async () => {
    await leave(await make({ requested_scopes: [] }));
    const asked = foreign.authorizations.at(-1)?.get('scope')?.split(' ');
    expect(asked).toEqual(expect.arrayContaining(['tools.read', 'tools.call']));
  });

  it('follows a service to another authorization server, and shows that one nothing of the old one', async () => {
    const other = await openForeignServer();
    const id = await make();
    await comeBack(await leave(id));
    const old = await services().vault.read(db(), placeOf(await rowOf(id), 'refresh_token'));
    const before = foreign.counts.revocations;
    foreign.behaviour.resourceMetadata = { authorization_servers: [other.issuer] };
    other.behaviour.resourceMetadata = { resource: foreign.resource };
    forget();
    expect((await comeBack(await leave(id))).kind).toBe('connected');
    expect(await rowOf(id)).toMatchObject({ status: 'active', version: 2, issuer: other.issuer });
    expect(JSON.stringify(other.tokenRequests.map(({ form }) => [...form]))).not.toContain(old.reveal());
    // It was revoked at the server that issued it.
    expect(foreign.counts.revocations).toBe(before + 1);
    // Of several servers, the one that it was connected at stays.
    foreign.behaviour.resourceMetadata = { authorization_servers: [foreign.issuer, other.issuer] };
    forget();
    await comeBack(await leave(id));
    expect(await rowOf(id)).toMatchObject({ version: 3, issuer: other.issuer });
    foreign.behaviour.resourceMetadata = {};
    forget();
    await other.close();
  });

  it('a server that does not name itself has its own redirect address: none gets the code of another (RFC 9700)', async () => {
    const silent = { authorization_response_iss_parameter_supported: undefined };
    const evil = await openForeignServer();
    evil.behaviour.serverMetadata = silent;
    const id = await make({ resource: evil.resource });
    // It sends the person to another server with its own state: that server redirects to the shared address.
    for (const cameTo of [undefined, '0'.repeat(32)]) {
      const query = await leave(id);
      query.delete('iss');
      expect(await comeBack(query, cameTo)).toMatchObject({ kind: 'failed', why: 'issuer_mismatch' });
    }
    expect(evil.counts.codes).toBe(0);
    const { pathname, searchParams } = await goAway(id);
    const [, tag] = /^\/v1\/scoped-credentials\/callback\/([0-9a-f]{32})$/.exec(pathname) ?? [];
    expect((await comeBack(searchParams, tag)).kind).toBe('connected');
    // A server on the shared redirect URI cannot claim later to name itself.
    const shared = await leave(await make());
    foreign.behaviour.serverMetadata = silent;
    forget();
    shared.delete('iss');
    expect(await comeBack(shared)).toMatchObject({ kind: 'failed', why: 'issuer_mismatch' });
    foreign.behaviour.serverMetadata = {};
    forget();
    await evil.close();
  });
});
