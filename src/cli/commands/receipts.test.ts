import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeService, runFake, sendJson, serveFake } from '../cli.fake.ts';

const intact = {
  chain_intact: true,
  total_receipts: 5,
  first_seq: 0,
  last_seq: 4,
  first_bad_seq: null,
  reason: null,
  head_hash: 'abc',
  checkpoint_size: 5,
  witnessed_size: 4,
  truncated: false,
  mode: 'full',
  chain_id: 'chain_1',
  unpinned: false,
};

let folder: string;
let gateway: FakeService | undefined;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'receipts-'));
});
afterEach(async () => {
  await gateway?.close();
  await rm(folder, { recursive: true });
});

async function verifyReceipts(answer: unknown, args: string[] = [], terminal = false) {
  const lines = [{ checked: 2, total: 5 }, { result: answer }].map((line) => `${JSON.stringify(line)}\n`).join('');
  gateway = await serveFake((_request, response) => response.writeHead(200).end(lines));
  return runFake(['receipts', 'verify', '--gateway', gateway.url, ...args], { terminal });
}

describe('receipts verify', () => {
  it('exits 0 for an intact chain and shows its size and head', async () => {
    const { code, out, err } = await verifyReceipts(intact);
    expect([code, err]).toEqual([0, '']);
    for (const text of ['INTACT', 'chain_1', '0, 4', 'abc', 'up to 4: nothing before that was cut off'])
      expect(out).toContain(text);
    expect(gateway?.seen[0]?.url).toBe('/v1/receipts/verify/progress?mode=full');
  });

  it('exits 1 for a broken chain with place and reason', async () => {
    const broken = { ...intact, chain_intact: false, first_bad_seq: 3, reason: 'signature' };
    const { code, out } = await verifyReceipts(broken, ['--fast']);
    expect(code).toBe(1);
    expect(out).toContain('BROKEN at receipt 3: signature');
    expect(gateway?.seen[0]?.url).toBe('/v1/receipts/verify/progress?mode=fast');
  });

  it('prints the result as JSON, also for an empty chain', async () => {
    const empty = { ...intact, total_receipts: 0, first_seq: null, last_seq: null, head_hash: null };
    expect(JSON.parse((await verifyReceipts(empty, ['--json'])).out)).toEqual(empty);
    await gateway?.close();
    expect((await verifyReceipts(empty)).out).toContain('none, none');
  });

  it('shows a progress line on a terminal, and removes it', async () => {
    const { err } = await verifyReceipts(intact, [], true);
    expect(err).toContain('reads its chain back');
    expect(err.endsWith('\r\u001b[2K')).toBe(true);
  });
});

describe('receipts export', () => {
  it("writes the gateway's export, with or without the evidence", async () => {
    gateway = await serveFake((_request, response) => response.writeHead(200).end('{"format":"assay-receipts/1"}\n'));
    const file = join(folder, 'receipts.jsonl');
    const { code, err } = await runFake(['receipts', 'export', '-o', file, '--gateway', gateway.url]);
    expect(code).toBe(0);
    expect(err).toContain(`assay verify ${file}`);
    expect(await readFile(file, 'utf8')).toBe('{"format":"assay-receipts/1"}\n');
    const { out } = await runFake(['receipts', 'export', '--no-evidence', '--gateway', gateway.url]);
    expect(out).toBe('{"format":"assay-receipts/1"}\n');
    expect(gateway.seen.map(({ url }) => url)).toEqual([
      '/v1/receipts/export',
      '/v1/receipts/export?attachments=false',
    ]);
  });
});

describe('receipts import', () => {
  const imported = { imported: 2, total_receipts: 5, head_hash: 'abc' };
  const importFile = async (args: string[], answer = imported, status = 200) => {
    const file = join(folder, 'chain.jsonl');
    await writeFile(file, '{"format":"assay-receipts/1"}\n');
    gateway = await serveFake((_request, response) => sendJson(response, status, answer));
    return runFake(['receipts', 'import', file, '--gateway', gateway.url, ...args], {
      env: { ASSAY_DATA_DIR: folder },
    });
  };

  it('sends the file as it is with the operator token of the folder, and says what came of it', async () => {
    await writeFile(join(folder, 'operator-token'), 'the-operator-token');
    const { code, out } = await importFile([]);
    expect([code, out]).toEqual([0, 'Imported 2 receipts. The chain has 5, and its head is abc.\n']);
    expect(gateway?.seen).toMatchObject([
      {
        method: 'POST',
        url: '/v1/receipts/import',
        body: '{"format":"assay-receipts/1"}\n',
        headers: { 'content-type': 'application/jsonl', 'x-assay-key': 'the-operator-token' },
      },
    ]);
  });

  it('takes a chain that nothing confirms only when told to, and prints JSON', async () => {
    const { out } = await importFile(['--allow-unpinned', '--json']);
    expect(JSON.parse(out)).toEqual(imported);
    expect(gateway?.seen[0]?.url).toBe('/v1/receipts/import?allow_unpinned=true');
  });

  it('says that the gateway had everything', async () => {
    expect((await importFile([], { ...imported, imported: 0 })).out).toContain('Nothing was imported');
  });

  it('exits 2 without a file that can be read', async () => {
    const none = ['receipts', 'import', join(folder, 'none')];
    expect(await runFake(none)).toMatchObject({ code: 2, err: expect.stringContaining('cannot be read') });
    expect((await runFake(['receipts', 'import'])).code).toBe(2);
  });
});
