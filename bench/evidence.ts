/** Signed Evidence with receipts of a gateway with four auditors, made before the measurement. */
import { randomBytes } from 'node:crypto';
import { createAuditor } from '@assay/sdk';
import type { Claim } from '@assay/sdk/contract';
import { canonicalize, createEd25519Key, sha256Hex, toBase64Url } from '@assay/sdk/crypto';
import { textAuditors } from '../src/auditors/catalog.ts';
import type { Evidence } from '../src/contract/evidence.ts';
import type { EvidenceItem } from '../src/contract/ingest.ts';
import type { KeyAttestation } from '../src/contract/key-attestation.ts';
import { systemClock } from '../src/platform/clock.ts';
import { createId } from '../src/platform/ids.ts';
import {
  aChain,
  aKeyAttestation,
  anEvidence,
  attestationHash,
  signEvidence,
  toReceiptProof,
} from '../test/support/artefacts.ts';

/** Claims that the default policy reads. */
const needed = [
  'injection_risk',
  'invisible_chars',
  'invisible_char_count',
  'pii_found',
  'secret_leaked',
  'toxic_content',
];
const text = 'The committee met on Tuesday to go through the plans for the new library and its reading room.';

export interface BenchEvidence {
  readonly attestation: KeyAttestation;
  readonly items: readonly EvidenceItem[];
}

/** Evidence of one key: ids and nonces differ, claims are those of an ordinary exchange. */
export async function makeEvidence(count: number): Promise<BenchEvidence> {
  const key = createEd25519Key();
  const attestation = aKeyAttestation(key);
  const hash = attestationHash(attestation);
  const observed = await observe();
  const ids = [...new Set(observed.auditors.map((run) => run.auditor_id))];
  const jwsList = Array.from({ length: count }, () => {
    // Several runs share one database.
    const own = { evidence_id: createId('ev', systemClock), nonce: toBase64Url(randomBytes(32)) };
    return signEvidence(key, anEvidence(hash, { ...observed, ...own }));
  });
  const about = { claims_hash: observed.claims_hash, claim_count: observed.claims.length, auditor_ids: ids };
  const records = aChain(key, hash, jwsList, about).slice(1);
  const items = records.map((record, index) => ({
    jws: jwsList[index] ?? '',
    receipt: toReceiptProof(key, record),
  }));
  return { attestation, items };
}

/** The parts of an Evidence that auditors provide. */
async function observe(): Promise<Pick<Evidence, 'claims' | 'claims_hash' | 'auditors' | 'phases'>> {
  const claims: Claim[] = [];
  const runs: Evidence['auditors'] = [];
  const phases: Evidence['phases'] = [];
  for (const phase of ['request', 'response'] as const) {
    const first = claims.length;
    for (const definition of textAuditors) {
      const data = { input: text, output: text };
      const answer = await createAuditor(definition).claims({ data, phase, vendor_context: { needed_claims: needed } });
      if (answer.status === 'error') throw new Error(answer.error.message);
      const own = answer.claims.map((_, index) => claims.length + index);
      claims.push(...answer.claims);
      const { id } = definition;
      const run = { version: '1.0.0', boundary: 'attested', status: 'ok', duration_ms: 0 } as const;
      runs.push({ ...run, auditor_id: id, name: id, phase, claims: own });
    }
    const own = claims.map((_, index) => index).slice(first);
    phases.push({ phase, decision: 'allow', claims: own, duration_ms: 0 });
  }
  return { claims, claims_hash: sha256Hex(canonicalize(claims)), auditors: runs, phases };
}
