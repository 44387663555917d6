import type { RequestListener } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import {
  authorityPem,
  createSite,
  json,
  loopback,
  noResolver,
  nothing,
  reasonOf,
  sayHello,
} from './guarded.fixture.ts';
import {
  createGuardedFetch,
  type GuardedRequest,
  metadataLimits,
  type Refusal,
  type Resolve,
} from './guarded-fetch.ts';

const site = createSite();
afterEach(site.close);

const metadata: GuardedRequest = { ...json, ...metadataLimits };

/** Redirects `/1` to `/2` and so on up to a number, which answers. */
const steps =
  (last: number): RequestListener =>
  (request, response) => {
    const at = Number(request.url?.slice(1));
    if (at === last) sayHello(request, response);
    else response.writeHead(302, { location: `/${at + 1}` }).end();
  };

const to =
  (location: string, status = 302): RequestListener =>
  (_request, response) => {
    response.writeHead(status, { location }).end('the body of a redirect is of no interest');
  };

async function callAt(listener: RequestListener, request = metadata) {
  const port = await site.serve(listener);
  const refused: Refusal[] = [];
  const onRefused = async (refusal: Refusal): Promise<void> => void refused.push(refusal);
  const fetch = createGuardedFetch({ allow: loopback, resolve: noResolver });
  return { port, refused, answer: fetch(`http://127.0.0.1:${port}/1`, { ...request, onRefused }) };
}

describe('redirects of documents that describe a server', () => {
  it('three are followed, the fourth is not', async () => {
    expect((await (await callAt(steps(4))).answer).body.toString()).toBe('{"hello":true}');
    expect(await reasonOf((await callAt(steps(5))).answer)).toBe('outbound_redirect');
  });

  it('one to itself ends like any other', async () => {
    expect(await reasonOf((await callAt(to('/1'))).answer)).toBe('outbound_redirect');
  });

  it.each([301, 303, 307, 308])('%s is one too', async (status) => {
    let calls = 0;
    const once: RequestListener = (request, response) => {
      calls += 1;
      (calls === 1 ? to('/2', status) : sayHello)(request, response);
    };
    expect((await (await callAt(once)).answer).status).toBe(200);
  });

  it.each([
    ['instance metadata', 'http://169.254.169.254/latest/meta-data/', 'outbound_address'],
    ['instance metadata, in decimal', 'http://2852039166/', 'outbound_address'],
    ['a name of metadata', 'http://metadata.google.internal/', 'outbound_address'],
    ['a private address', 'https://10.0.0.1/', 'outbound_address'],
    ['a mapped private address', 'https://[::ffff:10.0.0.1]/', 'outbound_address'],
    ['a public one without TLS', 'http://8.8.8.8/', 'outbound_url'],
    ['a script', 'javascript:alert(1)', 'outbound_url'],
    ['a file', 'file:///etc/passwd', 'outbound_url'],
    ['somebody', 'http://user:secret@127.0.0.1/', 'outbound_url'],
    ['a mail port', 'http://127.0.0.1:25/', 'outbound_port'],
    ['no URL', 'http://[', 'outbound_redirect'],
    ['beyond any length', `/${'x'.repeat(5_000)}`, 'outbound_url'],
  ])('a hop to %s is refused like a first call', async (_name, location, reason) => {
    expect(await reasonOf((await callAt(to(location))).answer)).toBe(reason);
  });

  it("a refusal reports the refused hop's host, but neither path nor query", async () => {
    const { answer, refused } = await callAt(to('http://169.254.169.254/latest/?token=secret'));
    await reasonOf(answer);
    expect(refused).toEqual([{ host: '169.254.169.254', port: 80, reason: 'outbound_address' }]);
  });

  it.each([
    ['without a place', undefined, 302],
    ['not modified', '/2', 304],
    ['multiple choices', '/2', 300],
  ])('%s is not followed as a redirect', async (_name, location, status) => {
    const odd: RequestListener = (_request, response) => {
      response.writeHead(status, location === undefined ? {} : { location }).end();
    };
    expect(await reasonOf((await callAt(odd)).answer)).toBe('outbound_redirect');
  });

  it("a redirect's body is not read, even when endless", async () => {
    const endless: RequestListener = (request, response) => {
      if (request.url === '/2') return sayHello(request, response);
      response.writeHead(302, { location: '/2' }).write('x'.repeat(100_000));
    };
    expect((await (await callAt(endless)).answer).status).toBe(200);
  });

  it('each hop is resolved and judged again: a name that became private is refused', async () => {
    const port = await site.serve(to('/2'));
    const answers = [['127.0.0.1'], ['10.0.0.1']];
    const resolve: Resolve = async () => answers.shift() ?? [];
    const fetch = createGuardedFetch({ allow: loopback, resolve });
    expect(await reasonOf(fetch(`http://moving.example:${port}/1`, metadata))).toBe('outbound_address');
    expect(answers).toEqual([]);
  });
});

describe('a redirect hop', () => {
  const secret = { authorization: 'Bearer secret', 'x-custom': 'mine' };

  it("gets the request's headers on the same origin, and none on another", async () => {
    const seen: Record<string, unknown>[] = [];
    const other = await site.serve((request, response) => {
      seen.push({ ...request.headers });
      sayHello(request, response);
    });
    const first: RequestListener = (request, response) => {
      seen.push({ ...request.headers });
      const location = request.url === '/1' ? '/2' : `http://127.0.0.1:${other}/`;
      response.writeHead(307, { location }).end();
    };
    await (await callAt(first, { ...metadata, headers: secret })).answer;
    expect(seen.map((headers) => [headers['authorization'], headers['x-custom']])).toEqual([
      ['Bearer secret', 'mine'],
      ['Bearer secret', 'mine'],
      [undefined, undefined],
    ]);
    expect(seen.map(({ accept }) => accept)).toEqual(Array(3).fill('application/json'));
  });

  it('gets no headers again when it returns to the first origin', async () => {
    let asked = 0;
    let last: unknown;
    let home = 0;
    const other = await site.serve((request, response) => to(`http://127.0.0.1:${home}/3`)(request, response));
    home = await site.serve((request, response) => {
      asked += 1;
      last = request.headers['authorization'];
      (asked === 1 ? to(`http://127.0.0.1:${other}/2`) : sayHello)(request, response);
    });
    const fetch = createGuardedFetch({ allow: loopback, resolve: noResolver });
    await fetch(`http://127.0.0.1:${home}/1`, { ...metadata, headers: secret });
    expect({ asked, last }).toEqual({ asked: 2, last: undefined });
  });

  it('is never made for a write, for any request', async () => {
    const fetch = createGuardedFetch({ allow: loopback, resolve: noResolver });
    await expect(fetch('http://127.0.0.1:1/', { ...metadata, method: 'POST' })).rejects.toThrow(/only GET/);
    await expect(fetch('http://127.0.0.1:1/', { ...metadata, redirects: 4 })).rejects.toThrow(/three times/);
    const plain: GuardedRequest = { ...json, method: 'POST', body: 'x' };
    expect(await reasonOf((await callAt(to('/2', 307), plain)).answer)).toBe('outbound_redirect');
  });
});

describe('from https', () => {
  const resolve: Resolve = async () => ['127.0.0.1'];

  it('a redirect never leads to http, even if http is allowed', async () => {
    let reached = 0;
    const plain = await site.serve((request, response) => {
      reached += 1;
      sayHello(request, response);
    });
    const { port } = await site.serveTls('moved.example', to(`http://127.0.0.1:${plain}/`));
    const fetch = createGuardedFetch({ allow: loopback, resolve, ca: authorityPem });
    expect(await reasonOf(fetch(`https://moved.example:${port}/`, metadata))).toBe('outbound_redirect');
    expect(reached).toBe(0);
  });

  it('another https origin is followed, and its certificate must match its own name', async () => {
    const there = await site.serveTls('there.example', sayHello);
    const here = await site.serveTls('here.example', to(`https://there.example:${there.port}/`));
    const wrong = await site.serveTls('here.example', to(`https://else.example:${there.port}/`));
    const fetch = createGuardedFetch({ allow: loopback, resolve, ca: authorityPem });
    expect((await fetch(`https://here.example:${here.port}/`, metadata)).status).toBe(200);
    expect(there.asked).toEqual(['there.example']);
    expect(await reasonOf(fetch(`https://here.example:${wrong.port}/`, metadata))).toBe('upstream_unavailable');
  });

  it('a first https call to a private host without permission sends nothing', async () => {
    const { port, asked } = await site.serveTls('here.example', sayHello);
    const fetch = createGuardedFetch({ allow: nothing, resolve, ca: authorityPem });
    expect(await reasonOf(fetch(`https://here.example:${port}/`, metadata))).toBe('outbound_address');
    expect(asked).toEqual([]);
  });
});
