/** Commands for webhooks and telemetry exports, against a test verifier. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Collector, openCollector } from '../../verifier/composition/telemetry-exports/collector.fixture.ts';
import { openReceiver, type Receiver, status } from '../../verifier/composition/webhooks/receiver.fixture.ts';
import { openTestVerifier, type TestVerifier } from '../../verifier/test-verifier.ts';
import { runFake } from '../cli.fake.ts';

let verifier: TestVerifier;
let receiver: Receiver;
let collector: Collector;
let url: string;
let folder: string;
beforeAll(async () => {
  verifier = await openTestVerifier();
  url = await verifier.verifier().app.listen({ host: '127.0.0.1', port: 0 });
  receiver = await openReceiver();
  collector = await openCollector();
  folder = await mkdtemp(join(tmpdir(), 'assay-webhooks-'));
});
afterAll(async () => {
  await verifier.close();
  await receiver.close();
  await collector.close();
  await rm(folder, { recursive: true });
});

const run = (...args: readonly string[]) =>
  runFake([...args, '--verifier', url], { env: { ASSAY_DATA_DIR: verifier.testDb.dataDir } });
const keep = async (name: string, text: string) => {
  const path = join(folder, name);
  await writeFile(path, text);
  return path;
};

describe('webhooks', () => {
  it('are created, tested, checked by their receiver, listed, replayed and removed', async () => {
    const unsaid = await run('webhook', 'create', receiver.url);
    expect([unsaid.code, unsaid.err]).toEqual([2, expect.stringContaining('--event')]);
    const other = await run('webhook', 'create', 'ftp://h.example/x', '--event', '*');
    expect([other.code, other.err]).toEqual([2, expect.stringContaining('https://')]);
    const made = await run('webhook', 'create', receiver.url, '--name', 'Pager', '--event', 'approval.*', '--json');
    expect([made.code, made.err]).toEqual([0, '']);
    const { id, secret } = JSON.parse(made.out) as { id: string; secret: string };
    const shown = await run('webhook', 'show', id);
    expect(shown.out).toMatch(/^events +approval\.\*$/m);
    expect(shown.out).not.toContain(secret);
    expect((await run('webhook', 'list')).out).toContain('Pager');

    const tested = await run('webhook', 'test', id);
    expect([tested.code, tested.out]).toEqual([0, expect.stringMatching(/^status +delivered$/m)]);
    const got = receiver.received[0];
    if (got === undefined) throw new Error('nothing was received');
    const body = await keep('body.json', got.body);
    const check = async (file: string, text: string, ...more: string[]) => {
      const headers = ['--id', got.headers['webhook-id'] ?? '', '--timestamp', got.headers['webhook-timestamp'] ?? ''];
      const signature = ['--signature', got.headers['webhook-signature'] ?? ''];
      const at = ['--secret-file', await keep('secret', `${text}\n`), ...more];
      return runFake(['webhook', 'verify', file, ...headers, ...signature, ...at]);
    };
    expect((await check(body, secret, '--tolerance', '0')).code).toBe(0);
    const changed = await check(await keep('changed.json', `${got.body}\n`), secret, '--tolerance', '0');
    expect([changed.code, changed.out]).toEqual([1, expect.stringContaining('not by this secret')]);
    expect((await check(body, 'whsec_AAAA')).out).toContain('no secret of a webhook');
    expect((await check(body, secret, '--tolerance', '1')).out).toContain('too old');

    receiver.answerWith(status(500));
    const failed = await run('webhook', 'test', id);
    expect([failed.code, failed.out]).toEqual([1, expect.stringMatching(/^status +failed[\s\S]+HTTP 500/m)]);
    const dead = await run('webhook', 'deliveries', id, '--status', 'dead', '--json');
    const [delivery] = (JSON.parse(dead.out) as { items: { id: string }[] }).items;
    expect((await run('webhook', 'deliveries', id)).out).toContain('dead: test');
    expect((await run('webhook', 'replay', id, delivery?.id ?? '')).out).toMatch(/^status +pending$/m);
    expect((await run('webhook', 'replay', id, '--since', '2020-01-01T00:00:00Z')).out).toBe(
      '0 will be sent once more\n',
    );
    expect((await run('webhook', 'replay', id)).code).toBe(2);

    expect((await run('webhook', 'update', id, '--status', 'paused', '--name', 'Bell')).out).toMatch(
      /^status +paused$/m,
    );
    expect((await run('webhook', 'update', id)).code).toBe(2);
    expect((await run('webhook', 'rotate-secret', id, '--overlap', '0')).out).toMatch(/^secret +whsec_/m);
    expect((await run('webhook', 'remove', id, '--revision', '1')).code).toBe(1);
    expect((await run('webhook', 'remove', id)).out).toBe(`Removed webhook ${id}\n`);
    expect((await run('webhook', 'show', id)).code).toBe(1);
  });
});

describe('telemetry exports', () => {
  it('are added with headers from a file, tested, and removed', async () => {
    const headers = await keep('headers.json', JSON.stringify({ authorization: 'Bearer of-the-test' }));
    const made = await run('telemetry', 'add', collector.url, '--headers-file', headers, '--json');
    expect([made.code, made.err]).toEqual([0, '']);
    expect(made.out).not.toContain('of-the-test');
    const { id } = JSON.parse(made.out) as { id: string };
    expect((await run('telemetry', 'test', id)).code).toBe(0);
    expect(collector.requests[0]?.headers['authorization']).toBe('Bearer of-the-test');
    collector.answerWith({ status: 401 });
    const refused = await run('telemetry', 'test', id);
    expect([refused.code, refused.out]).toEqual([1, expect.stringContaining('it refuses the credential (http_401)')]);
    expect((await run('telemetry', 'show', id)).out).toMatch(/^headers +authorization$/m);
    expect((await run('telemetry', 'list')).out).toContain(collector.url);
    expect((await run('telemetry', 'remove', id)).out).toBe(`Removed telemetry export ${id}\n`);
    expect((await run('telemetry', 'list')).err).toBe('There is no telemetry export.\n');
  });
});
