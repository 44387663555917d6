import { afterEach, describe, expect, it } from 'vitest';
import type { InjectionAnswer, InjectionQuestion } from '../../contract/injection.ts';
import { AppError } from '../../platform/errors.ts';
import type { UpstreamEvent } from '../ports.ts';
import {
  aPrincipal,
  aReadyAnswer,
  aRequest,
  legacy,
  modern,
  needsCredential,
  openOfficial,
  openScripted,
  openUpstreams,
  remote,
  sayDone,
  sayJson,
  toError,
  toResult,
} from './upstreams.fixture.ts';

const until = async (holds: () => boolean): Promise<void> => {
  while (!holds()) await new Promise((resolve) => setTimeout(resolve, 5));
};
const bearer = (token: string): InjectionAnswer => ({
  ...aReadyAnswer,
  good_for_s: 0,
  headers: [{ name: 'Authorization', value: `Bearer ${token}` }],
});

describe('servers are asked in the name of their caller', () => {
  let room: ReturnType<typeof openUpstreams>;
  afterEach(() => room.close());

  it('with the current credential, a rotated one from the next call on', async () => {
    let version = 0;
    room = openUpstreams({
      ask: async () => {
        version += 1;
        return { ...bearer(`t${version}`), version };
      },
    });
    const server = await openScripted(
      room.site,
      modern(({ id }, response) => sayJson(response, toResult(id, sayDone))),
    );
    const ask = () => room.upstreams.request(remote(server.url, needsCredential), aPrincipal(), aRequest());
    expect([await ask(), await ask()]).toMatchObject([{ credentialId: 'scr_1' }, { credentialId: 'scr_1' }]);
    const shown = server.seen.filter(({ message }) => message.method === 'tools/call');
    expect(shown.map(({ headers }) => headers.authorization)).toEqual(['Bearer t1', 'Bearer t2']);
  });

  it('never over the session of another caller or another credential', async () => {
    let token = 'one';
    room = openUpstreams({ ask: async () => bearer(token) });
    const sessions = new Set<string>();
    const server = await openScripted(
      room.site,
      legacy(sessions, ({ id }, response) => sayJson(response, toResult(id, sayDone))),
    );
    const target = remote(server.url, needsCredential);
    const ask = (key: string) => room.upstreams.request(target, aPrincipal({ key }), aRequest());
    await ask('anna');
    await ask('anna');
    expect(sessions.size).toBe(1);
    await ask('bob');
    expect(sessions.size).toBe(2);
    token = 'two';
    await ask('anna');
    expect(sessions.size).toBe(3);
    const used = server.seen.map(({ headers }) => [headers['mcp-session-id'], headers.authorization].join());
    for (const session of sessions) {
      expect(new Set(used.filter((one) => one.startsWith(session))).size).toBe(1);
    }
  });

  it('and answers have their credential removed, wherever they repeat it', async () => {
    const basic = Buffer.from('crm:correct-horse').toString('base64');
    const token = 'secret-token-1';
    for (const [value, secrets] of [
      [`Bearer ${token}`, [token]],
      [`Basic ${basic}`, [basic, 'correct-horse']],
      [token, [token]],
    ] as const) {
      room = openUpstreams({
        ask: async () => ({ ...aReadyAnswer, good_for_s: 0, headers: [{ name: 'Authorization', value }] }),
      });
      const server = await openScripted(
        room.site,
        modern(({ id }, response, { headers }) => {
          const text = `You sent ${headers.authorization}, that is ${secrets.join(' and ')}.`;
          const structuredContent = { headers, list: [{ [`${headers.authorization}`]: text }] };
          sayJson(response, toResult(id, { content: [{ type: 'text', text }], structuredContent, isError: true }));
        }),
      );
      const answered = await room.upstreams.request(remote(server.url, needsCredential), aPrincipal(), aRequest());
      expect(answered).toMatchObject({ kind: 'answered', result: { isError: true } });
      expect(server.seen.at(-1)?.headers.authorization).toBe(value);
      const text = JSON.stringify(answered);
      expect(text).toContain('You sent [redacted]');
      for (const secret of secrets) expect(text).not.toContain(secret);
      await room.close();
    }
  });

  it('once more after one refresh on a 401, and no third time', async () => {
    const questions: InjectionQuestion[] = [];
    room = openUpstreams({
      ask: async (question) => {
        questions.push(question);
        const version = (question.failed?.version ?? 0) + 1;
        return { ...bearer(`t${version}`), version };
      },
    });
    let good = 'Bearer t2';
    const calls: unknown[] = [];
    const server = await openScripted(room.site, (message, response, request) => {
      if (request.headers.authorization !== good) {
        calls.push('refused');
        response.writeHead(401).end();
      } else modern(({ id }) => sayJson(response, toResult(id, sayDone)))(message, response, request);
    });
    const ask = () => room.upstreams.request(remote(server.url, needsCredential), aPrincipal(), aRequest());
    expect(await ask()).toMatchObject({ kind: 'answered' });
    expect([calls, questions.map(({ failed }) => failed?.version)]).toEqual([['refused'], [undefined, 1]]);
    good = 'Bearer of nobody';
    expect(await ask()).toMatchObject({ kind: 'refused', code: 'unauthorized' });
    expect(calls).toHaveLength(3);
  });

  it('or not at all: a person is told where to connect, or what to allow', async () => {
    let answer: InjectionAnswer = { ...aReadyAnswer, status: 'connect_required', connect_url: 'https://c.example/1' };
    room = openUpstreams({ ask: async () => answer });
    const server = await openScripted(room.site, (_message, response) => {
      response.writeHead(403, { 'www-authenticate': 'Bearer error="insufficient_scope", scope="files.write"' }).end();
    });
    const ask = () => room.upstreams.request(remote(server.url, needsCredential), aPrincipal(), aRequest());
    expect(await ask()).toEqual({
      kind: 'not_ready',
      status: 'connect_required',
      connectUrl: 'https://c.example/1',
      scopesMissing: [],
    });
    expect(server.seen).toEqual([]);
    answer = bearer('narrow');
    expect(await ask()).toMatchObject({
      kind: 'not_ready',
      status: 'insufficient_scope',
      scopesMissing: ['files.write'],
    });
  });

  it('not while the verifier is away', async () => {
    room = openUpstreams({ ask: () => Promise.reject(new AppError('verifier_unavailable', 'away')) });
    const server = await openScripted(room.site, (_message, response) => response.end());
    const outcome = await room.upstreams.request(remote(server.url, needsCredential), aPrincipal(), aRequest());
    expect(outcome).toMatchObject({ kind: 'refused', code: 'verifier_unavailable', isRetryable: true });
    expect(server.seen).toEqual([]);
  });

  it.each([
    ['of ours says so, and the call is good for another try', -32011, { kind: 'refused', isRetryable: true }],
    ['says something else', -32603, { kind: 'unknown' }],
  ])('nothing was done where a service %s', async (_words, code, outcome) => {
    room = openUpstreams();
    const { url } = await openScripted(room.site, ({ id }, response) => sayJson(response, toError(id, code), 503));
    const service = { name: 'pii', url: new URL('/', url).href, toolsPath: '/mcp' };
    const own = { kind: 'service', alias: 'assay-pii', title: 'PII', service } as const;
    expect(await room.upstreams.request(own, aPrincipal(), aRequest())).toMatchObject(outcome);
    // The "busy" of a foreign server is not trusted.
    const others = await openScripted(
      room.site,
      modern(({ id }, response) => sayJson(response, toError(id, -32011), 503)),
    );
    expect(await room.upstreams.request(remote(others.url), aPrincipal(), aRequest())).toMatchObject({
      kind: 'unknown',
    });
  });

  it("and our own services get the caller's name", async () => {
    room = openUpstreams();
    const server = await openScripted(room.site, (message, response) => {
      sayJson(response, toResult(message.id, sayDone));
    });
    const service = { name: 'verifier', url: new URL('/', server.url).href, toolsPath: '/mcp' };
    const own = { kind: 'service', alias: 'assay-verifier', title: 'Verifier', service } as const;
    expect(await room.upstreams.request(own, aPrincipal(), aRequest())).toMatchObject({ kind: 'answered' });
    expect(server.seen.map(({ headers }) => headers['x-assay-agent-id'])).toEqual(['bot']);
  });
});

describe('servers report changes', () => {
  let room: ReturnType<typeof openUpstreams>;
  afterEach(() => room.close());
  const listen = (url: string, uris: readonly string[] = []) => {
    const heard: UpstreamEvent[] = [];
    const control = new AbortController();
    const done = room.upstreams.listen(
      remote(url),
      aPrincipal(),
      { uris },
      (event) => heard.push(event),
      control.signal,
    );
    return { heard, done, stop: () => control.abort() };
  };

  it('as in 2026-07-28, also after the connection broke', async () => {
    room = openUpstreams();
    const { url, changed } = await openOfficial(room.site);
    const { heard, done, stop } = listen(url);
    const timer = setInterval(changed, 10);
    await until(() => heard.length >= 2);
    clearInterval(timer);
    expect(heard[0]).toEqual({ kind: 'tools_changed' });
    stop();
    await done;
  });

  it('over the stream of a session, of which many are one', async () => {
    room = openUpstreams();
    const session = legacy(new Set(), ({ id }, response) => sayJson(response, toResult(id, {})));
    let streams = 0;
    const server = await openScripted(room.site, (message, response, request) => {
      if (request.method !== 'GET') return session(message, response, request);
      streams += 1;
      const one = { jsonrpc: '2.0', method: 'notifications/resources/updated', params: { uri: 'file:///a' } };
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      const all = Array(50)
        .fill(`data: ${JSON.stringify(one)}\n\n`)
        .join('');
      if (streams === 1) response.write(all, () => response.destroy());
      else response.write(all);
    });
    const { heard, done, stop } = listen(server.url, ['file:///a']);
    await until(() => streams === 2 && heard.length >= 1);
    expect(heard.length).toBeLessThanOrEqual(2);
    expect(heard[0]).toEqual({ kind: 'resource_updated', uri: 'file:///a' });
    expect(server.seen.some(({ message }) => message.method === 'resources/subscribe')).toBe(true);
    stop();
    await done;
  });

  it('or offer none: then nobody keeps asking', async () => {
    room = openUpstreams();
    const server = await openScripted(
      room.site,
      legacy(new Set(), ({ id }, response) => sayJson(response, toResult(id, {}))),
    );
    await listen(server.url).done;
    expect(server.seen.filter(({ verb }) => verb === 'GET')).toHaveLength(1);
  });
});
