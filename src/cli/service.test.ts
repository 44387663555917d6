import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { openDataDir } from '../platform/data-dir.ts';
import { recordProcess } from '../platform/process-record.ts';
import { aProblem, type FakeService, runFake, sendJson, serveFake } from './cli.fake.ts';
import type { CommandIo } from './command.ts';
import { parseOptions } from './options.ts';
import { connectService } from './service.ts';
import { serviceOption } from './service-address.ts';

const token = 'secret-token-of-at-least-32-characters';
const services: FakeService[] = [];
afterEach(async () => {
  for (const service of services.splice(0)) await service.close();
});

async function serve(...args: Parameters<typeof serveFake>): Promise<FakeService> {
  const service = await serveFake(...args);
  services.push(service);
  return service;
}

function connect(url: string, env: Record<string, string> = {}, signal?: AbortSignal) {
  const io: CommandIo = {
    args: [],
    stdout: { write: () => true },
    stderr: { write: () => true },
    stdin: (async function* () {})(),
    color: false,
    env,
    clock: { now: () => 0 },
    ...(signal === undefined ? {} : { signal }),
  };
  return connectService('gateway', io, parseOptions(serviceOption('gateway'), url === '' ? [] : ['--gateway', url]));
}

const isText = (value: unknown): value is string => typeof value === 'string';

describe('a service', () => {
  it('is the one of the option, then of the environment, then the default', () => {
    const env = { ASSAY_GATEWAY_URL: 'http://env:1/' };
    expect(connect('http://option:2/prefix/', env).url).toBe('http://option:2/prefix');
    expect(connect('', env).url).toBe('http://env:1');
    expect(connect('', { ASSAY_GATEWAY_URL: '' }).url).toBe('http://127.0.0.1:8300');
  });

  it('gets the token in its own header, and a path below its prefix', async () => {
    const { url, seen } = await serve((_request, response) => sendJson(response, 200, 'yes'));
    const call = { path: '/v1/x', query: { a: 'b c', absent: undefined } };
    expect(await connect(`${url}/prefix`, { ASSAY_ACCESS_TOKEN: token }).json(call, isText)).toBe('yes');
    expect(seen[0]).toMatchObject({ method: 'GET', url: '/prefix/v1/x?a=b+c', headers: { 'x-assay-key': token } });
    expect(seen[0]?.headers.authorization).toBeUndefined();
  });

  it('never shows an invalid token', async () => {
    const run = await runFake(['evaluate', 'x'], { env: { ASSAY_ACCESS_TOKEN: `${token}\n` } });
    expect(run.code).toBe(2);
    expect(run.err).toContain('ASSAY_ACCESS_TOKEN');
    expect(run.err).not.toContain(token);
  });

  it('that does not answer, but runs elsewhere on the data folder, is named with that address', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'assay-service-'));
    const dataDir = await openDataDir(folder, () => {});
    const urls = { gateway: 'http://127.0.0.1:19300' };
    const forget = await recordProcess(dataDir, { version: '1.2.3', urls, nowMs: 0 });
    const env = { ASSAY_GATEWAY_URL: 'http://127.0.0.1:1', ASSAY_DATA_DIR: folder };
    const there = 'It runs at http://127.0.0.1:19300: set ASSAY_GATEWAY_URL=http://127.0.0.1:19300';
    expect((await runFake(['evaluate', 'x'], { env })).err).toContain(there);
    expect((await runFake(['evaluate', 'x', '--gateway', 'http://127.0.0.1:1'], { env })).err).not.toContain('19300');
    await forget();
    expect((await runFake(['evaluate', 'x'], { env })).err).toContain('Start it with `npm start`');
    await rm(folder, { recursive: true });
  });

  it('is named when it does not answer, with what to do', async () => {
    const run = await runFake(['evaluate', 'x', '--gateway', 'http://127.0.0.1:1']);
    expect(run).toMatchObject({ code: 3, out: '' });
    expect(run.err).toBe(
      'error: The gateway at http://127.0.0.1:1 does not answer. Start it with `npm start`, or name another with --gateway URL.\n',
    );
  });

  it('is aborted at the deadline when silent', async () => {
    const { url } = await serve(() => {});
    const call = connect(url).json({ path: '/', timeoutMs: 50 }, isText);
    await expect(call).rejects.toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining('did not answer within'),
    });
  });

  it('is aborted at the deadline when it stops in the middle', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.write('"half');
    });
    const call = connect(url).json({ path: '/', timeoutMs: 1_000 }, isText);
    await expect(call).rejects.toMatchObject({ detail: expect.stringContaining('not answer completely within') });
  });

  it.each([
    ['HTML', 200, '<html>', 'gives an unexpected answer'],
    ['JSON of another shape', 200, '{}', 'gives an unexpected answer'],
    ['an error without words', 502, 'bad gateway', 'answers with HTTP 502'],
  ])('is not trusted when it answers %s', async (_title, status, body, sentence) => {
    const { url } = await serve((_request, response) => response.writeHead(status).end(body));
    await expect(connect(url).json({ path: '/' }, isText)).rejects.toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining(sentence),
    });
  });

  it('keeps code and message of a refusal, and the place of the error', async () => {
    const errors = [{ pointer: '/phase', message: 'must be a phase' }];
    const { url } = await serve((_request, response) =>
      sendJson(response, 400, { ...aProblem(400, 'invalid_request', 'wrong body'), errors }),
    );
    await expect(connect(url).json({ path: '/' }, isText)).rejects.toMatchObject({
      code: 'invalid_request',
      detail: 'wrong body (/phase must be a phase)',
    });
  });

  it('reports a required token', async () => {
    const { url } = await serve((_request, response) =>
      sendJson(response, 401, aProblem(401, 'unauthorized', 'a token is required')),
    );
    const run = await runFake(['evaluate', 'x', '--gateway', url]);
    expect(run.code).toBe(3);
    expect(run.err).toContain('(a token is required). Set ASSAY_ACCESS_TOKEN');
  });

  it.each([
    [
      'ASSAY_ACCESS_TOKEN',
      'the token of ASSAY_ACCESS_TOKEN (the token is not known here). Set it to the token of this',
    ],
    ['ASSAY_API_KEY', 'the key of ASSAY_API_KEY (the token is not known here). The key is wrong, revoked, expired or'],
  ])('that refuses the credential of %s names it, says what to do, and never shows it', async (variable, sentence) => {
    const { url } = await serve((_request, response) =>
      sendJson(response, 401, aProblem(401, 'unauthorized', 'the token is not known here')),
    );
    for (const args of [
      ['evaluate', 'x', '--gateway', url],
      ['agent', 'list', '--verifier', url],
    ]) {
      const run = await runFake(args, { env: { [variable]: token } });
      expect(run.code).toBe(3);
      expect(run.err).toContain(`refuses ${sentence}`);
      expect(run.err).not.toContain(token);
    }
  });

  it('that refuses the token of the data folder names the file', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'operator-'));
    await writeFile(join(folder, 'operator-token'), `${token}\n`);
    const { url } = await serve((_request, response) =>
      sendJson(response, 401, aProblem(401, 'unauthorized', 'the token is not known here')),
    );
    const args = ['registry', 'model', 'add', 'm', '--verifier', url];
    const { err } = await runFake(args, { env: { ASSAY_DATA_DIR: folder } });
    await rm(folder, { recursive: true });
    expect(err).toContain(`the operator token in ${join(folder, 'operator-token')} (the token is not known here)`);
    expect(err).toContain('set ASSAY_DATA_DIR to its folder');
    expect(err).not.toContain(token);
  });

  it('is quoted when it refuses a known caller, without advice about tokens', async () => {
    const { url } = await serve((_request, response) =>
      sendJson(response, 403, aProblem(403, 'forbidden', 'this takes an operator')),
    );
    const known = await runFake(['agent', 'list', '--verifier', url], { env: { ASSAY_API_KEY: token } });
    expect(known).toMatchObject({
      code: 3,
      err: `error: The verifier at ${url} refuses the request: this takes an operator.\n`,
    });
    const unknown = await runFake(['evaluate', 'x', '--gateway', url]);
    expect(unknown.err).toContain('(this takes an operator). Set ASSAY_ACCESS_TOKEN');
  });

  it('may refuse the request itself, which is an answer', async () => {
    const { url } = await serve((_request, response) =>
      sendJson(response, 403, aProblem(403, 'model_revoked', 'the model x is revoked')),
    );
    const run = await runFake(['evaluate', 'x', '--gateway', url]);
    expect(run).toMatchObject({ code: 1, err: 'error: the model x is revoked.\n' });
  });

  it('is not followed when it redirects: the token is only for it', async () => {
    const other = await serve((_request, response) => sendJson(response, 200, 'stolen'));
    const { url } = await serve((_request, response) => response.writeHead(307, { location: other.url }).end());
    await expect(connect(url, { ASSAY_ACCESS_TOKEN: token }).json({ path: '/' }, isText)).rejects.toMatchObject({
      code: 'unavailable',
    });
    expect(other.seen).toEqual([]);
  });

  it('is cut off when it sends endlessly', async () => {
    const { url } = await serve((_request, response) => {
      const block = 'x'.repeat(1024 * 1024);
      const send = () => {
        while (!response.destroyed && response.write(block));
        if (!response.destroyed) response.once('drain', send);
      };
      send();
    });
    await expect(connect(url).json({ path: '/' }, isText)).rejects.toMatchObject({
      detail: expect.stringContaining('sends more than'),
    });
  });

  it('is aborted at once when the user stops', async () => {
    const stop = new AbortController();
    const { url } = await serve(() => stop.abort());
    const run = await runFake(['evaluate', 'x', '--gateway', url], { signal: stop.signal });
    expect(run).toEqual({ code: 130, out: '', err: '' });
  });
});

describe('a download', () => {
  it('is an error when it breaks off, not a short file', async () => {
    const { url } = await serve((_request, response) => {
      response.writeHead(200);
      response.write('first half');
      setImmediate(() => response.destroy());
    });
    const read = async () => {
      for await (const _chunk of await connect(url).download({ path: '/' }));
    };
    await expect(read()).rejects.toMatchObject({ detail: expect.stringContaining('in the middle of its answer') });
  });
});
