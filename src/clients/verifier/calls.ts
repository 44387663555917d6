/** The verifier's calls over any transport of JSON; both clients are this with another way to send. */
import { Compile } from 'typebox/compile';
import { type EvidenceItem, type IngestResult, maxIngestBatch } from '../../contract/ingest.ts';
import { AppError } from '../../platform/errors.ts';
import type { JsonHttp } from '../json-http.ts';
import type { VerifierClient } from './client.ts';
import { AttestationRecordSchema, ChallengeSchema, IngestAnswerSchema, verifierPaths } from './wire.ts';

const challengeShape = Compile(ChallengeSchema);
const recordShape = Compile(AttestationRecordSchema);
const ingestShape = Compile(IngestAnswerSchema);

/** Makes a client from a transport. */
export function createVerifierCalls(transport: JsonHttp, batchChars: number): VerifierClient {
  return {
    batchChars,
    challenge: () =>
      transport.call({ method: 'POST', path: verifierPaths.challenge, body: {} }, (value) =>
        challengeShape.Check(value),
      ),
    registerKeyAttestation: (attestation) =>
      transport.call(
        { method: 'POST', path: verifierPaths.attestations, body: { key_attestation: attestation } },
        (value) => recordShape.Check(value),
      ),
    async sendEvidence(items) {
      if (items.length === 0) return [];
      if (items.length > maxIngestBatch) {
        throw new AppError('invalid_request', `at most ${maxIngestBatch} evidence in one batch, not ${items.length}`);
      }
      const call = { method: 'POST', path: verifierPaths.evidence, body: { items } } as const;
      const { results } = await transport.call(call, (value) => ingestShape.Check(value));
      return assertOneEach(results, items);
    },
    close: () => transport.close(),
  };
}

function assertOneEach(results: IngestResult[], items: readonly EvidenceItem[]): IngestResult[] {
  if (results.length === items.length) return results;
  throw new AppError('verifier_unavailable', `the verifier answered ${results.length} of ${items.length} evidence`);
}
