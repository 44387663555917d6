import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeService, runFake, serveFake } from '../cli.fake.ts';

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
