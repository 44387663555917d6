/** Tests outbound rules through the API, and calls under them: who reaches what, the log, and the bounds. */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isAppError } from '../../../platform/errors.ts';
import { failureOf, nothing, reasonOf } from '../../../platform/http/guarded.fixture.ts';
import { toFetch } from '../../../platform/http/guarded-as-fetch.ts';
import { createGuardedFetch } from '../../../platform/http/guarded-fetch.ts';
import { openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { createOutbound } from './create.ts';

let verifier: TestVerifier;
let server: Server;
let port: number;
let calls = 0;

beforeAll(async () => {
  // Set, so that loopback is not allowed by default.
  verifier = await openTestVerifier({ VERIFIER_OUTBOUND_ALLOW: '10.99.0.0/16' });
  for (const id of ['acme', 'beta', 'busy']) {
    expect((await verifier.admin('POST', '/v1/organizations', { id })).status).toBe(201);
  }
  server = createServer((request, response) => {
    calls += 1;
    if (request.url === '/inside')
      response.writeHead(302, { location: 'http://169.254.169.254/latest?t=secret' }).end();
    else response.setHeader('content-type', 'application/json').end('{"upstream":"secret"}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  ({ port } = server.address() as AddressInfo);
}, 60_000);

afterAll(async () => {
  await verifier.close();
  server.close();
});

const pathOf = (orgId: string) => `/v1/organizations/${orgId}/outbound-rules`;
const inOrg = (orgId: string) => ({ 'x-assay-organization': orgId });
const json = { accept: ['application/json'] };
const outboundOf = () => verifier.verifier().services.outbound;
const put = (orgId: string, allow: readonly string[], etag: unknown) =>
  verifier.admin('PUT', pathOf(orgId), { allow }, { 'if-match': String(etag) });

/** Replaces the rules, whatever they are. */
async function allow(orgId: string, ...items: string[]): Promise<void> {
  const { headers } = await verifier.admin('GET', pathOf(orgId));
  expect((await put(orgId, items, headers['etag'])).status).toBe(200);
}

async function logOf(orgId: string, action: string): Promise<Record<string, unknown>[]> {
  const { body } = await verifier.admin('GET', `/v1/audit-logs?limit=100&action=${action}`, undefined, inOrg(orgId));
  expect(body['title']).toBeUndefined();
  return body['items'] as Record<string, unknown>[];
}

describe('the rules of an organisation', () => {
  it('allow nothing at first; the operator token writes them, with the read revision', async () => {
    const first = await verifier.admin('GET', pathOf('beta'));
    expect(first.body).toEqual({ org_id: 'beta', allow: [], revision: 0, updated_at: null, updated_by: null });
    expect((await verifier.admin('PUT', pathOf('beta'), { allow: [] })).status).toBe(428);
    const items = ['crm.internal', '10.20.0.0/16', 'fd12::/16'];
    const written = await put('beta', items, first.headers['etag']);
    expect(written).toMatchObject({ status: 200, body: { allow: items, revision: 1, updated_by: 'operator' } });
    expect(written.headers['etag']).toBe('"1"');
    expect((await put('beta', [], '"0"')).status).toBe(412);
    expect((await put('beta', [], '"7"')).status).toBe(412);
    expect((await verifier.admin('GET', pathOf('beta'))).body).toEqual(written.body);
    await allow('beta');
    expect(await logOf('beta', 'outbound_rules.updated')).toMatchObject([
      { resource_id: 'beta', actor: { id: 'operator' }, details: { allow: [], before: items, revision: 2 } },
      { details: { allow: items, before: [], revision: 1 } },
    ]);
  });

  it("are read by the organisation's admins and nobody below, and written by no admin", async () => {
    const local = await verifier.get(pathOf('default'));
    // Trying it out needs an operator, as the pages say.
    expect(local.status).toBe(403);
    expect((await verifier.call('PUT', pathOf('default'), { 'if-match': '"0"' }, { allow: [] })).status).toBe(403);
    expect((await verifier.admin('GET', pathOf('nobody'))).status).toBe(404);
    expect((await put('nobody', [], '"0"')).status).toBe(404);
  });

  it.each([
    ['169.254.169.254', 'never_allowed'],
    ['169.254.0.0/16', 'never_allowed'],
    ['fd00:ec2::254', 'never_allowed'],
    ['100.100.100.200', 'never_allowed'],
    ['metadata.google.internal', 'never_allowed'],
    ['0.0.0.0/0', 'too_wide'],
    ['10.0.0.0/7', 'too_wide'],
    ['::/0', 'too_wide'],
    ['10.0.0.0/33', 'outbound_rule'],
    ['https://crm.internal', 'outbound_rule'],
    ['a,b', 'outbound_rule'],
    ['2130706433', 'outbound_rule'],
    [' ', 'outbound_rule'],
  ])('%j is refused: %s, with its place', async (item, reason) => {
    const { headers } = await verifier.admin('GET', pathOf('beta'));
    const answer = await put('beta', ['10.0.0.0/8', item], headers['etag']);
    expect(answer).toMatchObject({ status: 422, body: { reason, errors: [{ pointer: '/allow/1' }] } });
  });

  it('loopback is refused when the deployment bars it', async () => {
    const { services } = verifier.verifier();
    const allow = { hosts: new Set<string>(), blocks: [], barsLoopback: true };
    const outbound = createOutbound({ ...services, ...wiring(), allow });
    const author = { orgId: 'default', user: 'operator', role: 'admin', kind: 'operator', scopes: 'all' } as const;
    for (const item of ['127.0.0.0/8', 'localhost', '::1']) {
      const write = services.db.transaction((tx) =>
        outbound.setRules(tx, { ...author, isDeployment: true }, 'beta', { allow: [item] }, 0),
      );
      expect(await reasonOf(write)).toBe('loopback');
    }
  });
});

/** The services of a second process of the verifier. */
function wiring() {
  const { services } = verifier.verifier();
  return {
    fetch: createGuardedFetch({ allow: nothing, resolve: async () => ['127.0.0.1'] }),
    clock: verifier.clock,
    allow: nothing,
    getOrganization: services.workspaces.getOrganization,
    log: { error: () => {} },
    schedule: () => () => {},
  };
}

describe('a call for an organisation', () => {
  it('reaches a private address listed for it, and for no other one', async () => {
    const url = () => `http://127.0.0.1:${port}/`;
    await allow('acme', '127.0.0.0/8');
    calls = 0;
    expect((await outboundOf().forOrganisation('acme')(url(), json)).status).toBe(200);
    expect(await reasonOf(outboundOf().forOrganisation('beta')(url(), json))).toBe('outbound_address');
    expect(await reasonOf(outboundOf().forOrganisation('default')(url(), json))).toBe('outbound_address');
    expect(calls).toBe(1);
  });

  it('follows the present rules, including those written by another process', async () => {
    const { services } = verifier.verifier();
    const other = createOutbound({ ...services, ...wiring() });
    const call = () => other.forOrganisation('acme')(`http://crm.internal:${port}/`, json);
    await allow('acme');
    expect(await reasonOf(call())).toBe('outbound_address');
    await allow('acme', 'crm.internal');
    expect((await call()).status).toBe(200);
    await allow('acme');
    expect(await reasonOf(call())).toBe('outbound_address');
  });

  it('streams like the plain client, under the same rules', async () => {
    const fetch = toFetch(outboundOf().forOrganisation('acme'), json);
    expect(await reasonOf(fetch(`http://127.0.0.1:${port}/`))).toBe('outbound_address');
    await allow('acme', '127.0.0.1');
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).json()).toEqual({ upstream: 'secret' });
    expect(outboundOf().forOrganisation('acme')).toBe(outboundOf().forOrganisation('acme'));
  });

  it('includes registered auditors: a refusal shows nothing of the other side, and is logged', async () => {
    const before = (await logOf('acme', 'outbound.refused')).length;
    const register = (url: string, orgId: string) => verifier.admin('POST', '/v1/auditors', { url }, inOrg(orgId));
    await allow('acme', '127.0.0.1');
    const unsound = await register(`http://127.0.0.1:${port}`, 'acme');
    expect(unsound).toMatchObject({ status: 422, body: { reason: 'vocabulary_invalid' } });
    expect(unsound.raw.toString()).not.toMatch(/upstream|secret/);
    const refused = await register(`http://127.0.0.1:${port}/path?token=secret`, 'beta');
    expect(refused).toMatchObject({ status: 422 });
    const inside = await register('http://10.1.2.3/hidden', 'beta');
    expect(inside).toMatchObject({ status: 422, body: { reason: 'outbound_address' } });
    const [last] = await logOf('beta', 'outbound.refused');
    expect(last).toMatchObject({
      action: 'outbound.refused',
      actor: { id: 'system' },
      success: false,
      error_message: 'outbound_address',
      details: { host: '10.1.2.3', port: 80, reason: 'outbound_address', count: 1 },
    });
    expect(JSON.stringify(await logOf('beta', 'outbound.refused'))).not.toMatch(/hidden|secret|path/);
    expect(await logOf('acme', 'outbound.refused')).toHaveLength(before);
  });
});

describe('refused calls in the log', () => {
  const refusedOf = async (orgId: string) =>
    (await logOf(orgId, 'outbound.refused')).map(({ details }) => details as Record<string, unknown>);

  it('name the redirect hop, and never a path or a query', async () => {
    await allow('acme', '127.0.0.1');
    const call = outboundOf().forOrganisation('acme')(`http://127.0.0.1:${port}/inside`, { ...json, redirects: 3 });
    expect(await reasonOf(call)).toBe('outbound_address');
    expect((await refusedOf('acme'))[0]).toMatchObject({ host: '169.254.169.254', port: 80 });
    expect(JSON.stringify(await refusedOf('acme'))).not.toMatch(/latest|secret/);
  });

  it('are counted when repeated within a minute, and that is written when the verifier stops', async () => {
    const outbound = createOutbound({ ...verifier.verifier().services, ...wiring(), fetch: blocked });
    const call = (host: string) => outbound.forOrganisation('beta')(`https://${host}/`, json);
    const before = (await refusedOf('beta')).length;
    for (let again = 0; again < 5; again += 1) await reasonOf(call('repeated.example'));
    await reasonOf(call('once.example'));
    expect((await refusedOf('beta')).length - before).toBe(2);
    await outbound.flush();
    await outbound.flush();
    const after = await refusedOf('beta');
    expect(after.length - before).toBe(3);
    expect(after[0]).toMatchObject({ host: 'repeated.example', reason: 'outbound_address', count: 4 });
    expect(after[0]).toHaveProperty('first_at');
    await reasonOf(call('repeated.example'));
    expect((await refusedOf('beta')).length - before).toBe(4);
  });

  it('share an entry beyond a number of places per minute', async () => {
    const outbound = createOutbound({ ...verifier.verifier().services, ...wiring(), fetch: blocked });
    const before = (await refusedOf('beta')).length;
    for (let index = 0; index < 70; index += 1) {
      await reasonOf(outbound.forOrganisation('beta')(`https://host-${index}.example/`, json));
    }
    const after = await refusedOf('beta');
    expect(after.length - before).toBe(61);
    expect(after[0]).toMatchObject({ host: 'others', count: 1 });
    await outbound.flush();
    expect((await refusedOf('beta'))[0]).toMatchObject({ host: 'others', count: 9 });
  });

  const blocked = createGuardedFetch({ allow: nothing, resolve: async () => ['10.0.0.1'] });
});

describe('an unavailable database', () => {
  it('is no fault of the target, and nobody is called', async () => {
    const db = Object.assign(Object.create(verifier.verifier().services.db), {
      select() {
        throw new Error('Connection terminated unexpectedly');
      },
    });
    const outbound = createOutbound({ ...verifier.verifier().services, ...wiring(), db });
    const error = await failureOf(outbound.forOrganisation('beta')('https://crm.example/', json));
    expect(isAppError(error, 'unavailable')).toBe(true);
  });
});

describe('too many calls in a minute', () => {
  it('are refused for only that organisation, with a retry time', async () => {
    let sent = 0;
    const counting = Object.assign(
      async () => {
        sent += 1;
        return { status: 200, headers: {}, body: Buffer.alloc(0) };
      },
      { open: async () => Promise.reject(new Error('nobody streams here')) },
    );
    const outbound = createOutbound({ ...verifier.verifier().services, ...wiring(), fetch: counting });
    const call = () => outbound.forOrganisation('busy')('https://crm.example/path?secret', json);
    for (let index = 0; index < 600; index += 1) await call();
    const error = await failureOf(call());
    expect(isAppError(error, 'too_many_requests') && error.retryAfterS).toBeGreaterThan(0);
    await failureOf(call());
    expect(sent).toBe(600);
    expect((await logOf('busy', 'outbound.refused')).map(({ details }) => details)).toEqual([
      { host: 'crm.example', port: 443, reason: 'outbound_rate', count: 1 },
    ]);
    await outbound.forOrganisation('beta')('https://crm.example/', json);
    verifier.clock.set(verifier.clock.now() + 60_000);
    await call();
    expect(sent).toBe(602);
  });

  it('do not include deliveries, which are bounded per second', async () => {
    let sent = 0;
    const counting = Object.assign(
      async () => {
        sent += 1;
        return { status: 200, headers: {}, body: Buffer.alloc(0) };
      },
      { open: async () => Promise.reject(new Error('nobody streams here')) },
    );
    const outbound = createOutbound({ ...verifier.verifier().services, ...wiring(), fetch: counting });
    const deliver = () => outbound.forDeliveries('delivering')('https://hook.example/', json);
    for (let index = 0; index < 200; index += 1) await deliver();
    const error = await failureOf(deliver());
    expect(isAppError(error, 'too_many_requests') && error.retryAfterS).toBe(1);
    await outbound.forOrganisation('delivering')('https://crm.example/', json);
    verifier.clock.set(verifier.clock.now() + 1_000);
    await deliver();
    expect(sent).toBe(202);
  });
});
