/**
 * Nobody reaches into another organisation: organisation `default` has one object of each kind, and an admin of `beta` calls
 * every endpoint with its id, with every method. The answers equal those for an id that never existed.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer, Method, TestVerifier } from '../../test-verifier.ts';
import type { ActContext } from './acts.fixture.ts';
import { endpoints } from './endpoints.ts';
import { aCaller, createTestCallers } from './rights.fixture.ts';
import { acts, objectsOf, openSeededVerifier, type SeededVerifier } from './seeded-verifier.fixture.ts';

/** Bodies of calls that no act of an admin makes. */
const bodies: Readonly<Record<string, unknown>> = {
  'PATCH /v1/agents/:agent_id/delegations/:grant_id': { approved_scopes: [] },
};

/** Paths with a parameter that names no object of an organisation. */
const namesNothingOwned: Readonly<Record<string, RegExp>> = {
  'a step of one browser, bound to its cookie': /^\/oauth\/(?:interaction|authorize)\/:uid/,
  'a client about itself, by its registration token': /^\/oauth\/register\/:id/,
  'an invitation by its secret': /^\/invite\/:token/,
  'a link by its secret, for who may connect: connect-races.test.ts and pages/connect-pages.test.ts':
    /^\/connect\/:ticket/,
  'a page of one person: pages tests cross organisations and people': /^\/(?:consent|account\/approvals)\/:id/,
  'the way back of one server, by the `state` of one person': /^\/v1\/scoped-credentials\/callback\/:server/,
  'a passport that its organisation made public': /^\/v1\/public\//,
  'a run over stored evidence: replays/replays.test.ts crosses organisations': /^\/v1\/policies\/replays\/:id/,
};

/** Endpoints that answer 2xx to any id, without data of another organisation. */
const answersAnyId: Readonly<Record<string, string>> = {
  'GET /v1/gateways/:id/bundle': 'gateways choose their ids; the bundle is that of the caller',
  'GET /v1/gateways/:id/standing': 'gateways choose their ids; the standing is that of the caller',
  'POST /v1/gateways/:id/status': 'gateways choose their ids',
};

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];
const paths = [...new Set(Object.keys(endpoints).map((endpoint) => endpoint.split(' ')[1] ?? ''))];
const tried = paths.flatMap((path) => {
  const names = objectsOf(path);
  return names === undefined ? [] : [{ path, names }];
});

it('every path that names an object is tried below', () => {
  const known = new Set(tried.map(({ path }) => path));
  const others = Object.values(namesNothingOwned);
  const left = paths.filter((path) => path.includes(':') && !known.has(path));
  expect(left.filter((path) => !others.some((form) => form.test(path)))).toEqual([]);
});

describe('an admin of another organisation', () => {
  let seeded: SeededVerifier;
  let verifier: TestVerifier;
  let context: ActContext;
  const { identify, as } = createTestCallers();
  const foreign = as(aCaller('admin', 'beta'));

  beforeAll(async () => {
    seeded = await openSeededVerifier({}, identify);
    verifier = seeded.issuer.verifier;
    context = seeded.context;
  }, 120_000);
  afterAll(() => seeded.close());

  const call = (method: Method, url: string, headers: Record<string, string>, path: string): Promise<Answer> => {
    const act = acts.find(({ endpoint }) => endpoint === `${method} ${path}`);
    const body =
      method === 'GET' || method === 'DELETE' ? undefined : (act?.body?.(context) ?? bodies[`${method} ${path}`] ?? {});
    return verifier.call(method, url, { ...headers, 'if-match': '"1"' }, body);
  };
  const fill = (path: string, ids: readonly string[]) => {
    const rest = [...ids];
    return path.replace(/:\w+/g, () => encodeURIComponent(rest.shift() ?? ''));
  };
  const idsOf = (names: readonly string[]) => names.map((name) => context.ids.get(name) ?? expect.fail(`no ${name}`));
  const isNumber = (id: string) => /^\d+$/.test(id);
  const toMissing = (id: string) =>
    isNumber(id) ? String(Number(id) + 1) : id.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
  /** Removes the values that are new in every answer, and the requested id. */
  const strip = ({ status, body }: Answer, ids: readonly string[]) => {
    const { request_id: _id, ...rest } = body;
    const without = (text: string, id: string) =>
      text.replaceAll(isNumber(id) ? new RegExp(`\\b${id}\\b`, 'g') : id, 'ID');
    return { status, text: ids.reduce(without, JSON.stringify(rest)) };
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
      // The history of an object that never existed is an empty list.
      if (isAnswered) expect({ endpoint, items: there.body['items'] }).toEqual({ endpoint, items: [] });
    }
  });

  it('reaches what hangs on an object of another organisation through no object of its own', async () => {
    const make = async (path: string, body: unknown): Promise<string> => {
      const made = await verifier.call('POST', path, foreign, body);
      expect({ path, status: made.status }).toEqual({ path, status: 201 });
      return String(made.body['id']);
    };
    const act = (endpoint: string) => acts.find((one) => one.endpoint === endpoint)?.body?.(context);
    const [hooks, models, auditors] = ['/v1/webhooks', '/v1/registry/models', '/v1/registry/auditors'];
    const flows = '/api/v1/workflows';
    const hook = await make(hooks, act(`POST ${hooks}`));
    const flow = await make(flows, act(`POST ${flows}`));
    const model = await make(models, act(`POST ${models}`));
    await verifier.call('POST', `${models}/${model}/versions`, foreign, act(`POST ${models}/:id/versions`));
    const release = await make(auditors, act(`POST ${auditors}`));
    const run = `${flows}/${flow}/runs/:child`;
    for (const [method, path, child] of [
      ['GET', `${hooks}/${hook}/deliveries/:child`, 'delivery'],
      ['POST', `${hooks}/${hook}/deliveries/:child/replay`, 'delivery'],
      ['GET', run, 'run'],
      ['POST', `${run}/cancel`, 'run'],
      ['POST', `${run}/steps/${context.ids.get('step')}/resolve`, 'run'],
      ['GET', `${models}/${model}/versions/1/verifications/:child`, 'model_run'],
      ['GET', `${auditors}/${release}/verifications/:child`, 'verification'],
    ] as const) {
      const [own = ''] = idsOf([child]);
      const body = method === 'GET' ? undefined : path.endsWith('/resolve') ? { outcome: 'retry', comment: 'x' } : {};
      const ask = (id: string) => verifier.call(method, path.replace(':child', id), foreign, body);
      const there = await ask(own);
      expect({ path, ...strip(there, [own]) }).toEqual({ path, ...strip(await ask(toMissing(own)), [toMissing(own)]) });
      expect({ path, status: there.status }).toEqual({ path, status: 404 });
    }
  });

  it('finds nothing of it in any list', async () => {
    const secrets = [...context.ids.values()].filter((id) => /_[0-9a-f]{8}-/.test(id));
    expect(secrets.length).toBeGreaterThan(10);
    // Beta's own audit log contains its refused calls, with the ids that it named.
    const lists = Object.keys(endpoints).filter((name) => /^GET (?:\/api)?\/v1\/(?!audit-logs)[^:]*$/.test(name));
    for (const endpoint of lists) {
      const { raw } = await verifier.call('GET', endpoint.slice(4), foreign);
      const found = secrets.filter((id) => raw.toString('utf8').includes(id));
      expect({ endpoint, found }).toEqual({ endpoint, found: [] });
    }
  });

  it('is not told that the objects were there all along: their owner still reads them', async () => {
    // All except streams, which do not end.
    const readable = tried.filter(
      ({ path }) =>
        endpoints[`GET ${path}`] !== undefined && !/people|schema|witness|\/(?:console\/stream|logs)$/.test(path),
    );
    const answers: Record<string, number> = {};
    for (const { path, names } of readable) {
      answers[path] = (await verifier.admin('GET', fill(path, idsOf(names)))).status;
    }
    expect(Object.entries(answers).filter(([, status]) => status !== 200)).toEqual([]);
  });
});
