import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createEd25519Key } from '../crypto/signing-key.ts';
import { openReceiptChain } from './receipt-chain.ts';
import { aDraft, attestationHash } from './receipts.fixture.ts';
import { signRecords } from './record-hash.ts';

const script = fileURLToPath(new URL('./kill.fixture.ts', import.meta.url));
let directory = '';

beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'assay-kill-'));
});
afterAll(() => rm(directory, { recursive: true }));

/** Runs the process until it has acknowledged this many receipts, kills it under load, and returns its output. */
async function appendUntilKilled(count: number): Promise<Map<number, string>> {
  const child = spawn(process.execPath, ['--conditions=assay-source', '--import', 'tsx', script, directory], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const acknowledged = new Map<number, string>();
  for await (const line of createInterface({ input: child.stdout })) {
    const [seq, hash] = line.split(' ');
    // The kill may cut the last line; a whole one has a whole hash.
    if (hash?.length === 64) acknowledged.set(Number(seq), hash);
    if (acknowledged.size === count) child.kill('SIGKILL');
  }
  await exited;
  return acknowledged;
}

it('kill -9 under load loses nothing acknowledged, and the next process takes over', async () => {
  const acknowledged = new Map<number, string>();
  for (let round = 0; round < 2; round++) {
    for (const [seq, hash] of await appendUntilKilled(400)) acknowledged.set(seq, hash);
  }
  expect(acknowledged.size).toBeGreaterThanOrEqual(800);
  const key = createEd25519Key();
  const chain = await openReceiptChain({
    directory,
    chainId: 'killed',
    attestationHash,
    publicKey: key.jwk,
    sign: (records) => signRecords(key, records),
  });
  const stored = await chain.read({ fromSeq: 0, limit: chain.size() });
  for (const [seq, hash] of acknowledged) expect(stored[seq]?.hash).toBe(hash);
  await chain.append(aDraft());
  const result = await chain.verify();
  expect(result).toMatchObject({ chain_intact: true, total_receipts: chain.size() });
  expect(result.epochs).toHaveLength(3);
  await chain.close();
});
