import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256Hex } from '@assay/sdk/crypto';
import { openReceiptChain, type ReceiptChain } from '@assay/sdk/receipts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { systemClock } from '../platform/clock.ts';
import { createLogger } from '../platform/log.ts';
import { type Attestor, createAttestor } from './attestor.ts';
import { loadAttestorConfig } from './config.ts';
import { createSoftwareTee } from './tee/software/software.ts';

const log = createLogger({ service: 'attestor', level: 'silent' });
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'attestor-chain-'));
});

afterEach(async () => {
  await rm(folder, { recursive: true });
});

async function startAttestor(): Promise<Attestor> {
  const tee = createSoftwareTee({ clock: systemClock, build: 'test' });
  return createAttestor({ config: loadAttestorConfig({}), clock: systemClock, randomBytes, log, tee });
}

function openChain(attestor: Attestor, name: string): Promise<ReceiptChain> {
  return openReceiptChain({
    directory: join(folder, name),
    chainId: 'chain',
    attestationHash: attestor.keyAttestationHash,
    publicKey: attestor.jwk,
    sign: (records) => attestor.signReceipts(records),
  });
}

const draft = {
  request_hash: sha256Hex('question'),
  response_hash: sha256Hex('answer'),
  tool: null,
  verdict: 'allow',
  latency_ms: 1,
  claims_hash: sha256Hex('[]'),
  cedar_decision: 'allow',
  cedar_policy_hash: sha256Hex('policy'),
  auditor_ids: ['pii'],
  claim_count: 0,
};

const appendMany = (chain: ReceiptChain, count: number) =>
  Promise.all(Array.from({ length: count }, (_, index) => chain.append(draft, Buffer.from(`evidence ${index}`))));

describe('a receipt chain signed by an attestor', () => {
  it('is intact under concurrent appends, and over restarts of both', async () => {
    for (let start = 0; start < 3; start += 1) {
      const chain = await openChain(await startAttestor(), 'chain');
      await appendMany(chain, 40);
      expect(await chain.verify({ mode: 'full' })).toMatchObject({
        chain_intact: true,
        total_receipts: (start + 1) * 41,
      });
      await chain.close();
    }
  });

  it('continues with the same attestor when only the gateway restarts', async () => {
    const attestor = await startAttestor();
    for (let start = 0; start < 2; start += 1) {
      const chain = await openChain(attestor, 'chain');
      await appendMany(chain, 3);
      await chain.close();
    }
    const chain = await openChain(attestor, 'chain');
    expect(await chain.verify({ mode: 'full' })).toMatchObject({ chain_intact: true, total_receipts: 8 });
    await chain.close();
  });

  it('continues after an import that extends it, in a new epoch of the same key', async () => {
    const here = await openChain(await startAttestor(), 'here');
    await appendMany(here, 2);
    const elsewhere = await openChain(await startAttestor(), 'elsewhere');
    await elsewhere.import(here.export(), { allowUnpinned: true });
    await appendMany(elsewhere, 2);
    expect(await here.import(elsewhere.export())).toMatchObject({ imported: 3 });
    await appendMany(here, 2);
    expect(await here.verify({ mode: 'full' })).toMatchObject({ chain_intact: true, total_receipts: 9 });
    await here.close();
    await elsewhere.close();
  });

  it('is not signed again by a key that signed further, when set back to an earlier state', async () => {
    const attestor = await startAttestor();
    const ahead = await openChain(attestor, 'ahead');
    await appendMany(ahead, 2);
    await ahead.close();
    const forked = await openChain(attestor, 'forked');
    await expect(forked.append(draft)).rejects.toMatchObject({ code: 'sign_failed' });
    await forked.close();
  });
});
