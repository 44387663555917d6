/** Cost of checking proofs: Evidence, hardware reports with their chains, receipts; each compared with its raw primitives. */
import { performance } from 'node:perf_hooks';
import { createEd25519Key, nodeProofCrypto, type ProofCrypto, verifyEd25519 } from '@assay/sdk/crypto';
import { recordBytes, signRecords, verifyReceipts } from '@assay/sdk/receipts';
import { checkEvidence } from '../../src/proof/evidence.ts';
import { azureBenchNow, createAzSnpBench, createAzTdxBench } from '../../src/proof/reports/azure/azure.fixture.ts';
import type { ReportInput } from '../../src/proof/reports/input.ts';
import { createSgxBench, createTdxBench, intelBenchNow } from '../../src/proof/reports/intel/intel-bench.fixture.ts';
import { createNitroBench, nitroBenchNow } from '../../src/proof/reports/nitro/nitro.fixture.ts';
import { createNvidiaBench, nvidiaBenchNow } from '../../src/proof/reports/nvidia/nvidia.fixture.ts';
import { createSnpBench } from '../../src/proof/reports/sev-snp/snp.fixture.ts';
import type { ReportKind } from '../../src/proof/reports/verdict.ts';
import { verifyReport } from '../../src/proof/reports/verifiers.ts';
import { aChain, attestationHash } from '../../test/support/artefacts.ts';
import { makeEvidence } from '../evidence.ts';
import type { Group, Row } from '../report.ts';

const reportRounds = 200;
const warmupRounds = 40;
const evidenceCount = 3_000;
const fullReceipts = 10_000;
const hashedReceipts = 60_000;

export const proofGroup: Group = {
  name: 'proof',
  summary: 'checks of evidence, hardware reports and receipts, compared with their signatures or hashes alone',
  async run({ progress }) {
    progress(`${evidenceCount} evidence with a cached key attestation`);
    const rows = [await measureEvidence()];
    for (const [name, sample] of Object.entries(samples())) {
      progress(`report ${name}`);
      rows.push(await measureReport(name, sample));
    }
    progress('receipts');
    rows.push(await measureReceipts('full'), await measureReceipts('fast'));
    return rows;
  },
};

/** Sequential checks on one core; the baseline is one signature each. */
async function measureEvidence(): Promise<Row> {
  const { attestation, items } = await makeEvidence(evidenceCount);
  const { jwk } = attestation;
  const key = { jwk, keyAttestationHashes: [attestationHash(attestation)] };
  const check = { keys: () => key, now: Date.now(), crypto: nodeProofCrypto };
  const perSecond = await rate(items, async ({ jws }) => {
    if (!(await checkEvidence(jws, check)).ok) throw new Error('sound evidence was refused');
  });
  const signed = items.map(({ jws }) => {
    const end = jws.lastIndexOf('.');
    return { data: Buffer.from(jws.slice(0, end)), signature: Buffer.from(jws.slice(end + 1), 'base64url') };
  });
  const baseline = await rate(signed, ({ data, signature }) => {
    if (!verifyEd25519(jwk, data, signature)) throw new Error('the evidence is not signed');
  });
  return toRateRow('proof.evidence_per_s', perSecond, baseline, '1,500/s');
}

interface Sample {
  readonly kind: ReportKind;
  readonly input: Omit<ReportInput, 'crypto'>;
  readonly must?: string;
}

/** Synthetic machines with all data that a verdict can use. */
function samples(): Readonly<Record<string, Sample>> {
  const snp = createSnpBench();
  const tdx = createTdxBench();
  const sgx = createSgxBench();
  const nitro = createNitroBench();
  const nvidia = createNvidiaBench();
  const azSnp = createAzSnpBench();
  const azTdx = createAzTdxBench();
  const policy = {};
  const intel = { now: intelBenchNow, policy };
  const azure = { now: azureBenchNow, policy };
  const snpInput = { ...snp.sample(), now: Date.parse('2026-01-01'), roots: snp.roots, policy };
  return {
    snp: { kind: 'snp', input: snpInput, must: '5 ms' },
    tdx: { kind: 'tdx', input: { ...tdx.report(), ...intel, roots: tdx.roots }, must: '40 ms' },
    sgx: { kind: 'sgx', input: { ...sgx.report(), ...intel, roots: sgx.roots } },
    nitro: { kind: 'nitro', input: { ...nitro.report(), now: nitroBenchNow, roots: nitro.roots, policy } },
    nvidia: { kind: 'nvidia', input: { ...nvidia.report(), now: nvidiaBenchNow, roots: nvidia.roots, policy } },
    az_snp: { kind: 'az-snp', input: { ...azSnp.sample(), ...azure, roots: azSnp.roots } },
    az_tdx: { kind: 'az-tdx', input: { ...azTdx.sample(), ...azure, roots: azTdx.roots } },
  };
}

/** A report with its chain and collateral, compared with its signature checks alone. */
async function measureReport(name: string, { kind, input, must }: Sample): Promise<Row> {
  const asked: Parameters<ProofCrypto['verifySignature']>[] = [];
  const listening: ProofCrypto = {
    ...nodeProofCrypto,
    verifySignature(...question) {
      asked.push(question);
      return nodeProofCrypto.verifySignature(...question);
    },
  };
  if (!(await verifyReport(kind, { crypto: listening, ...input })).accepted) throw new Error(`${name} was refused`);
  const [value, baseline] = await timeInTurn(
    () => verifyReport(kind, { crypto: nodeProofCrypto, ...input }),
    async () => {
      // Parses a key anew each time, like a verifier without a key cache.
      for (const [algorithm, key, data, signature] of asked) {
        await nodeProofCrypto.verifySignature(algorithm, { ...key }, data, signature);
      }
    },
  );
  const row = { id: `proof.${name}_p50_ms`, value, unit: 'ms', baseline, ratio: value / baseline };
  return must === undefined ? row : { ...row, must };
}

/** Medians of two alternating calls, so that other load of the machine affects both. */
async function timeInTurn(first: () => Promise<unknown>, second: () => Promise<unknown>): Promise<[number, number]> {
  const times: [number[], number[]] = [[], []];
  for (let round = 0; round < warmupRounds + reportRounds; round += 1) {
    for (const [place, call] of [first, second].entries()) {
      const startedMs = performance.now();
      await call();
      if (round >= warmupRounds) times[place]?.push(performance.now() - startedMs);
    }
  }
  const [left, right] = times.map((list) => list.toSorted((one, other) => one - other)[list.length >> 1] ?? 0);
  return [left ?? 0, right ?? 0];
}

/** A whole chain in memory; the baseline is each signature in full mode and each hash in hash-only mode. */
async function measureReceipts(mode: 'full' | 'fast'): Promise<Row> {
  const count = mode === 'full' ? fullReceipts : hashedReceipts;
  const key = createEd25519Key();
  const jws = Array.from({ length: 16 }, (_, index) => `evidence ${index}`);
  const list = Array.from({ length: count }, (_, index) => jws[index % jws.length] ?? '');
  const records = aChain(key, `sha256:${'a'.repeat(64)}`, list);
  const signatures = signRecords(key, records);
  const entries = records.map((record, index) => ({
    record: recordBytes(record),
    signature: signatures[index] ?? new Uint8Array(),
  }));
  const startedMs = performance.now();
  const { chain_intact: isIntact } = await verifyReceipts(entries, { crypto: nodeProofCrypto, mode });
  const perSecond = entries.length / ((performance.now() - startedMs) / 1000);
  if (!isIntact) throw new Error('a sound chain was refused');
  const primitive = (entry: (typeof entries)[number]) =>
    mode === 'full'
      ? verifyEd25519(key.jwk, entry.record.subarray(0, 47), entry.signature)
      : nodeProofCrypto.sha256(entry.record);
  const baseline = await rate(entries, primitive);
  return mode === 'full'
    ? toRateRow('proof.receipts_full_per_s', perSecond, baseline, '8,000/s')
    : toRateRow('proof.receipts_hash_only_per_s', perSecond, baseline, '200,000/s');
}

/** Calls per second, after a warm-up of a tenth. */
async function rate<Item>(items: readonly Item[], call: (item: Item) => unknown): Promise<number> {
  for (const item of items.slice(0, items.length / 10)) await call(item);
  const startedMs = performance.now();
  for (const item of items) await call(item);
  return items.length / ((performance.now() - startedMs) / 1000);
}

function toRateRow(id: string, value: number, baseline: number, must: string): Row {
  return { id, value, unit: '/s', baseline, ratio: value / baseline, must };
}
