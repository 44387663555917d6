/** Durable receipts of one chain: signed, linked, fsynced in groups; compared with one fdatasync per record. */
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { createEd25519Key, sha256Hex } from '@assay/sdk/crypto';
import { openReceiptChain, signRecords } from '@assay/sdk/receipts';
import type { Group } from '../report.ts';

const total = 60_000;
const appenders = 256;
const draft = {
  request_hash: sha256Hex('request'),
  response_hash: sha256Hex('response'),
  tool: null,
  verdict: 'allow',
  latency_ms: 3,
  claims_hash: sha256Hex('claims'),
  cedar_decision: 'allow',
  cedar_policy_hash: sha256Hex('policy'),
  auditor_ids: ['injection', 'pii', 'secrets', 'toxicity'],
  claim_count: 8,
};

export const receiptsGroup: Group = {
  name: 'receipts',
  summary: 'durable receipts per second, one chain',
  async run({ progress }) {
    const folder = await mkdtemp(join(tmpdir(), 'assay-bench-'));
    try {
      const baseline = await syncedWrites(join(folder, 'baseline'));
      const key = createEd25519Key();
      const chain = await openReceiptChain({
        directory: join(folder, 'chain'),
        chainId: 'bench',
        attestationHash: `sha256:${sha256Hex('attestation')}`,
        publicKey: key.jwk,
        sign: (records) => signRecords(key, records),
      });
      progress(`${total} receipts by ${appenders} appenders`);
      let left = total;
      const startedMs = performance.now();
      await Promise.all(
        Array.from({ length: appenders }, async () => {
          while (left-- > 0) await chain.append(draft);
        }),
      );
      const perSecond = total / ((performance.now() - startedMs) / 1000);
      await chain.close();
      return [
        {
          id: 'receipts.durable_per_s',
          value: perSecond,
          unit: '/s',
          baseline,
          ratio: perSecond / baseline,
          must: '10,000/s',
        },
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

/** One write and one fdatasync each, sequentially. */
async function syncedWrites(path: string): Promise<number> {
  const file = await open(path, 'a');
  const bytes = Buffer.alloc(900, 1);
  const rounds = 500;
  const startedMs = performance.now();
  for (let round = 0; round < rounds; round += 1) {
    await file.write(bytes);
    await file.datasync();
  }
  const perSecond = rounds / ((performance.now() - startedMs) / 1000);
  await file.close();
  return perSecond;
}
