/**
 * Nobody reaches into another organisation: one object of each kind stands in organisation `default`, and an admin of
 * `beta` tries every endpoint with its id, with every method. The answers are those of an id that never was.
 */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Method, openTestVerifier, type TestVerifier } from '../test-verifier.ts';
import { type ActContext, configurationActs, perform } from './acts.fixture.ts';
import { endpoints } from './endpoints.ts';
import { identityActs } from './identity-acts.fixture.ts';
import { aCaller, createTestCallers } from './rights.fixture.ts';

const acts = [...configurationActs, ...identityActs];
/** What would take an object away, or end it, is tried by the other organisation alone. */
const taking =
  /^DELETE |\/(?:decommission|end|revoke|complete|apply|transfer|suspend|archive|reset-password)$|^PATCH \/v1\/people/;

/** Which object of `default` a path is tried with, by the parameters in their order. */
const objects: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/v1\/agents\/:id/, ['agent']],
  [/^\/v1\/members\/:id|^\/v1\/people\/:id/, ['member']],
  [/^\/v1\/invitations\/:id/, ['invitation']],
  [/^\/v1\/lifecycle\/policies\/:id/, ['lifecycle']],
  [/^\/v1\/access-reviews\/:id/, ['review', 'instance', 'decision']],
  [/^\/v1\/access-reviews\/instances/, ['instance', 'decision']],
  [/^\/v1\/organizations\/:id/, ['default']],
  [/^\/v1\/api-keys\/:id/, ['key']],
  [/workspaces\/:id/, ['workspace']],
  [/^\/v1\/auditors\/settings\/:id/, ['settings']],
  [/^\/v1\/auditors\/(?:schema\/)?:id/, ['auditor']],
  [/^\/v1\/policies\/:id/, ['policy']],
  [/^\/v1\/gateways\/:id/, ['gateway']],
  [/^\/v1\/attestations\/:id/, ['attestation']],
  [/^\/v1\/evidence\/:id/, ['evidence']],
  [/^\/v1\/passports\/:id/, ['passport']],
  [/^\/v1\/appraisal-policies\/:id/, ['appraisal']],
  [/^\/v1\/reference-values\/:id/, ['set']],
  [/^\/v1\/oauth-clients\/:id/, ['client']],
];

/** Answers 2xx to any id, with nothing of another organisation in them. */
const answersAnyId: Readonly<Record<string, string>> = {
  'GET /v1/gateways/:id/bundle': 'gateways choose their ids; the bundle is that of the caller',
  'POST /v1/gateways/:id/status': 'gateways choose their ids',
};

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const paths = [...new Set(Object.keys(endpoints).map((endpoint) => endpoint.split(' ')[1] ?? ''))];
const tried = paths.flatMap((path) => {
  const names = objects.find(([form]) => form.test(path))?.[1];
  return names === undefined ? [] : [{ path, names: names.slice(0, path.split(':').length - 1) }];
});

describe('an admin of another organisation', () => {
  let verifier: TestVerifier;
  let server: Server;
  let context: ActContext;
  const { identify, as } = createTestCallers();
  const foreign = as(aCaller('admin', 'beta'));

  beforeAll(async () => {
    verifier = await openTestVerifier(
      { VERIFIER_PASSPORT_RENEW_MS: '1', VERIFIER_CLIENT_REGISTRATION: 'token' },
      'pglite',
      {
        identify,
      },
    );
    server = createServer((request, response) => {
      const claim = { name: 'tone', type: 'boolean', description: 'x', value_schema: {}, settings: [] };
      const vocabulary = { auditor_id: 'tone', version: '1.0.0', vocabulary: [claim], phases: ['request'] };
      const health = { ready: true, status: 'healthy', auditor_id: 'tone', version: '1.0.0' };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(request.url === '/health' ? health : vocabulary));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const auditorUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    context = { verifier, ids: new Map([['default', 'default']]), auditorUrl };
    await verifier.admin('POST', '/v1/organizations', { id: 'beta' });
    for (const act of acts) {
      if (!taking.test(act.endpoint)) await perform(act, context);
      else await act.before?.(context);
    }
  }, 120_000);
  afterAll(async () => {
    await verifier.close();
    server.close();
  });

  const call = (method: Method, url: string, headers: Record<string, string>, path: string): Promise<Answer> => {
    const act = acts.find(({ endpoint }) => endpoint === `${method} ${path}`);
    const body = method === 'GET' || method === 'DELETE' ? undefined : (act?.body?.(context) ?? {});
    return verifier.call(method, url, { ...headers, 'if-match': '"1"' }, body);
  };
  const fill = (path: string, ids: readonly string[]) => {
    const rest = [...ids];
    return path.replace(/:\w+/g, () => encodeURIComponent(rest.shift() ?? ''));
  };
  const idsOf = (names: readonly string[]) => names.map((name) => context.ids.get(name) ?? expect.fail(`no ${name}`));
  const toMissing = (id: string) => id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  /** But for what is new in every answer, and the id that was asked for. */
  const strip = ({ status, body }: Answer, ids: readonly string[]) => {
    const { request_id: _id, ...rest } = body;
    return { status, text: ids.reduce((text, id) => text.replaceAll(id, 'ID'), JSON.stringify(rest)) };
  };

  it.each(tried)('is told of $path what an id is told that never was', async ({ path, names }) => {
    const own = idsOf(names);
    const missing = own.map(toMissing);
    for (const method of methods) {
      const endpoint = `${method} ${path}`;
      const there = await call(method, fill(path, own), foreign, path);
      const nowhere = await call(method, fill(path, missing), foreign, path);
      expect({ endpoint, ...strip(there, own) }).toEqual({ endpoint, ...strip(nowhere, missing) });
      const isAnswered = there.status < 300 && answersAnyId[endpoint] === undefined;
      // Histories of what never was are empty lists.
      if (isAnswered) expect({ endpoint, items: there.body['items'] }).toEqual({ endpoint, items: [] });
    }
  });

  it('finds nothing of it in any list', async () => {
    const secrets = [...context.ids.values()].filter((id) => /_[0-9a-f]{8}-/.test(id));
    expect(secrets.length).toBeGreaterThan(10);
    // Its own audit log holds its refused calls, with the ids that it named itself.
    const lists = Object.keys(endpoints).filter((name) => /^GET \/v1\/(?!audit-logs)[^:]*$/.test(name));
    for (const endpoint of lists) {
      const { raw } = await verifier.call('GET', endpoint.slice(4), foreign);
      const found = secrets.filter((id) => raw.toString('utf8').includes(id));
      expect({ endpoint, found }).toEqual({ endpoint, found: [] });
    }
  });

  it('is not told that the objects were there all along: their owner still reads them', async () => {
    const readable = tried.filter(
      ({ path }) => endpoints[`GET ${path}`] !== undefined && !/people|schema|witness/.test(path),
    );
    const answers: Record<string, number> = {};
    for (const { path, names } of readable) {
      answers[path] = (await verifier.admin('GET', fill(path, idsOf(names)))).status;
    }
    expect(Object.entries(answers).filter(([, status]) => status !== 200)).toEqual([]);
  });
});
