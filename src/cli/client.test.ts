import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { aProblem, type FakeService, runFake, sendJson, serveFake } from './cli.fake.ts';
import { connectClient } from './client.ts';
import type { CommandIo } from './command.ts';
import { parseOptions } from './options.ts';
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

function connect(url: string, env: Record<string, string> = {}, timeoutMs?: number) {
  const io: CommandIo = {
    args: [],
    stdout: { write: () => true },
    stderr: { write: () => true },
    stdin: (async function* () {})(),
    color: false,
    env,
    clock: { now: () => 0 },
  };
  return connectClient(io, parseOptions(serviceOption('verifier'), ['--verifier', url]), { timeoutMs });
}

const webhook = { id: 'wh_1', name: 'Pager', status: 'active', events: ['*'] };

describe('the client of a command', () => {
  it('shows the credential in a header of its own, with the organisation', async () => {
    const { url, seen } = await serve((_request, response) => sendJson(response, 200, webhook));
    const { webhooks } = await connect(url, { ASSAY_API_KEY: token, ASSAY_ORGANIZATION: 'acme' });
    await webhooks.get({ id: 'wh_1' });
    expect(seen[0]?.headers).toMatchObject({ 'x-assay-key': token, 'x-assay-organization': 'acme' });
    expect(seen[0]?.headers.authorization).toBeUndefined();
  });

  it.each([
    ['of a newer release', { ...webhook, status: 'resting', more: [1] }],
    ['of an older release', webhook],
  ])('an answer %s passes', async (_title, answer) => {
    const { url } = await serve((_request, response) => sendJson(response, 200, answer));
    expect(await (await connect(url)).webhooks.get({ id: 'wh_1' })).toEqual(answer);
  });

  it.each([
    ['HTML', '<html>'],
    ['another object', '{"name":"Pager"}'],
    ['a member of another type', '{"id":"wh_1","events":"*"}'],
  ])('that is answered with %s does not believe it', async (_title, body) => {
    const { url } = await serve((_request, response) => response.writeHead(200).end(body));
    await expect((await connect(url)).webhooks.get({ id: 'wh_1' })).rejects.toMatchObject({
      code: 'unavailable',
      detail: expect.stringContaining('gives an unexpected answer: is it really the verifier of Assay?'),
    });
  });

  it('gives up an answer that stops in the middle, and one without end', async () => {
    const half = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).write('{"id"');
    });
    await expect((await connect(half.url, {}, 100)).webhooks.get({ id: 'wh_1' })).rejects.toMatchObject({
      detail: expect.stringContaining('not answer completely within'),
    });
    const endless = await serve((_request, response) => {
      const block = 'x'.repeat(1024 * 1024);
      const send = () => {
        while (!response.destroyed && response.write(block));
        if (!response.destroyed) response.once('drain', send);
      };
      send();
    });
    await expect((await connect(endless.url)).webhooks.get({ id: 'wh_1' })).rejects.toMatchObject({
      detail: expect.stringContaining('sends more than'),
    });
  });

  it('follows no redirect, and asks no second time', async () => {
    const other = await serve((_request, response) => sendJson(response, 200, webhook));
    const { url, seen } = await serve((_request, response) => response.writeHead(307, { location: other.url }).end());
    const call = (await connect(url, { ASSAY_ACCESS_TOKEN: token })).webhooks.get({ id: 'wh_1' });
    await expect(call).rejects.toMatchObject({ code: 'unavailable' });
    expect([seen.length, other.seen.length]).toEqual([1, 0]);
  });

  it('keeps the code of a refusal', async () => {
    const { url } = await serve((_request, response) =>
      sendJson(response, 404, aProblem(404, 'not_found', 'no such webhook')),
    );
    await expect((await connect(url)).webhooks.get({ id: 'x' })).rejects.toMatchObject({ code: 'not_found' });
  });
});

describe('a command over the client', () => {
  it('that fails says so with the exit code of its reason', async () => {
    const nobody = await runFake(['webhook', 'list', '--verifier', 'http://127.0.0.1:1']);
    expect([nobody.code, nobody.err]).toEqual([
      3,
      'error: The verifier at http://127.0.0.1:1 does not answer. Start it with `npm start`, or name another with --verifier URL.\n',
    ]);
    const { url } = await serve((_request, response) =>
      sendJson(response, 404, aProblem(404, 'not_found', 'no such webhook')),
    );
    const refused = await runFake(['webhook', 'show', 'x', '--verifier', url]);
    expect([refused.code, refused.err]).toEqual([1, 'error: no such webhook.\n']);
  });

  it('that the user stops ends at once', async () => {
    const stop = new AbortController();
    const { url } = await serve(() => stop.abort());
    const run = await runFake(['webhook', 'list', '--verifier', url], { signal: stop.signal });
    expect(run).toEqual({ code: 130, out: '', err: '' });
  });

  it('that downloads refuses a JSON file whose end nobody could tell', async () => {
    const { url } = await serve((_request, response) => {
      response.useChunkedEncodingByDefault = false;
      response.writeHead(200, { connection: 'close' });
      response.write('{"format":');
      response.end();
    });
    const folder = await mkdtemp(join(tmpdir(), 'download-'));
    const run = await runFake(['passport', 'export', 'pp_1', '-o', join(folder, 'b.json'), '--verifier', url]);
    expect([run.code, run.err]).toEqual([3, expect.stringContaining('an answer of unknown length')]);
    expect(await readdir(folder)).toEqual([]);
    await rm(folder, { recursive: true });
  });
});
