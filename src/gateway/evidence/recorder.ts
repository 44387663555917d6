/**
 * Makes a decided exchange durable before its answer leaves: Evidence signed by the attestor, then one receipt with
 * the Evidence beside it in the log, fsynced in groups.
 */
import { sha256Hex, toBase64Url } from '@assay/sdk/crypto';
import type { ReceiptChain } from '@assay/sdk/receipts';
import type { AttestorClient, AttestorIdentity } from '../../clients/attestor/client.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError, isAppError } from '../../platform/errors.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import { decidedWord, type Exchange, enforcedWord } from '../exchange/exchange.ts';
import { createBatcher } from './batch.ts';
import { buildEvidence } from './build.ts';
import type { RecentEntry } from './recent-entries.ts';

export interface RecorderOptions {
  readonly attestor: AttestorClient;
  readonly attestorIdentity: AttestorIdentity;
  readonly chain: ReceiptChain;
  /** SPIFFE id of this gateway. */
  readonly issuer: string;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  /** Told of every exchange once it is durable, in the order of the log. */
  readonly onRecorded: (entry: RecentEntry) => void;
}

export interface RecordedExchange {
  readonly evidenceId: string;
  readonly jws: string;
  readonly seq: number;
}

export interface Recorder {
  /** Durable when it resolves. @throws AppError `storage_full`, `attestor_unavailable`: the answer must not leave then. */
  record(exchange: Exchange, latencyMs: number): Promise<RecordedExchange>;
}

const maxSignBatch = 128;
const nonceBytes = 32;
const noResponseHash = sha256Hex('');

export function createRecorder(options: RecorderOptions): Recorder {
  const { attestor, attestorIdentity, chain, issuer, clock, randomBytes } = options;
  const { keyAttestationHash } = attestorIdentity;
  const sign = createBatcher(attestor.signEvidence, maxSignBatch);

  return {
    async record(exchange, latencyMs) {
      const nonce = toBase64Url(randomBytes(nonceBytes));
      const evidence = buildEvidence(exchange, { issuer, keyAttestationHash, nonce, nowMs: clock.now() });
      const jws = await sign(evidence).catch(toAttestorError);
      const attachment = Buffer.from(jws, 'latin1');
      const draft = {
        request_hash: exchange.requestHash,
        response_hash: exchange.responseHash ?? noResponseHash,
        tool: exchange.tool,
        verdict: enforcedWord(exchange),
        latency_ms: Math.max(0, Math.round(latencyMs)),
        claims_hash: evidence.claims_hash,
        cedar_decision: decidedWord(exchange),
        cedar_policy_hash: evidence.decision.policy_set_hash.slice('sha256:'.length),
        auditor_ids: [...new Set(evidence.auditors.map((run) => run.auditor_id))].sort(),
        claim_count: evidence.claims.length,
      };
      const { record, signature } = await chain.append(draft, attachment).catch(toRecorderError);
      options.onRecorded({ record, signature, jws });
      return { evidenceId: exchange.evidenceId, jws, seq: record.seq };
    },
  };
}

/** Whatever the attestor says (a restarted one knows neither our secret nor our chain), the client did nothing wrong. */
function toAttestorError(cause: unknown): never {
  if (!isAppError(cause) || cause.code === 'attestor_unavailable') throw cause;
  throw new AppError('attestor_unavailable', `the attestor did not sign: ${cause.message}`, { cause });
}

function toRecorderError(cause: unknown): never {
  const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
  if (code === 'overloaded') {
    throw new AppError('unavailable', 'too many receipts are waiting for the disk', { cause, retryAfterS: 1 });
  }
  if (code === 'sign_failed') throw new AppError('attestor_unavailable', 'the receipt was not signed', { cause });
  throw new AppError('storage_full', `the receipt log cannot be written (${String(code)})`, {
    cause,
    detail:
      'Records cannot be written, so nothing is answered. The operator has to free the disk and restart the gateway.',
  });
}
