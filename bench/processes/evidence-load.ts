/**
 * Sends Evidence to a verifier and prints the rate. Arguments: the verifier's URL and the number to send. Everything is signed
 * beforehand; two batches are in flight at any time.
 */
import { performance } from 'node:perf_hooks';
import { verifyEd25519 } from '@assay/sdk/crypto';
import { Pool } from 'undici';
import { type EvidenceItem, maxIngestBatch } from '../../src/contract/ingest.ts';
import { makeEvidence } from '../evidence.ts';

const [, , url = '', count = '0'] = process.argv;
const pool = new Pool(url, { connections: 2, pipelining: 1 });
const warmup = 2_000;
const { attestation, items } = await makeEvidence(Number(count) + warmup);

async function post(path: string, body: unknown): Promise<string> {
  const headers = { 'content-type': 'application/json' };
  const answer = await pool.request({ method: 'POST', path, headers, body: JSON.stringify(body) });
  const text = await answer.body.text();
  if (answer.statusCode >= 300) throw new Error(`${path} answered ${answer.statusCode}: ${text.slice(0, 200)}`);
  return text;
}

async function send(batch: readonly EvidenceItem[]): Promise<void> {
  const stored = (await post('/v1/evidence', { items: batch })).split('"status":"stored"').length - 1;
  if (stored !== batch.length) throw new Error(`${stored} of ${batch.length} were stored`);
}

async function run(list: readonly EvidenceItem[]): Promise<number> {
  let next = 0;
  const startedMs = performance.now();
  const worker = async () => {
    while (next < list.length) {
      const batch = list.slice(next, next + maxIngestBatch);
      next += batch.length;
      await send(batch);
    }
  };
  await Promise.all([worker(), worker()]);
  return list.length / ((performance.now() - startedMs) / 1000);
}

/** Only both signatures of an item, in this process: the part that no verifier can save. */
function signaturesOnly(): number {
  const rounds = 5_000;
  const [header = '', payload = '', signature = ''] = (items[0]?.jws ?? '').split('.');
  const message = Buffer.from(`${header}.${payload}`);
  const bytes = Buffer.from(signature, 'base64url');
  const startedMs = performance.now();
  for (let round = 0; round < rounds * 2; round += 1) {
    if (!verifyEd25519(attestation.jwk, message, bytes)) throw new Error('the evidence is not signed');
  }
  return rounds / ((performance.now() - startedMs) / 1000);
}

await post('/v1/attestations', { key_attestation: attestation });
await run(items.slice(0, warmup));
const perSecond = await run(items.slice(warmup));
process.stdout.write(`${JSON.stringify({ perSecond, signaturesOnly: signaturesOnly() })}\n`);
await pool.close();
