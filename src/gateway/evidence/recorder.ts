/**
 * Makes a decided exchange durable before its answer leaves: Evidence signed by the attestor, then one receipt with
 * the Evidence beside it in the log, fsynced in groups.
 */
import { sha256Hex, toBase64Url } from '@assay/sdk/crypto';
import type { ReceiptChain } from '@assay/sdk/receipts';
import type { Clock } from '../../platform/clock.ts';
import { AppError, isAppError } from '../../platform/errors.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import { decidedWord, type Exchange, enforcedWord } from '../exchange/exchange.ts';
import { buildEvidence } from './build.ts';
import { away, type KeyWatch } from './live-key.ts';
import type { RecentEntry } from './recent-entries.ts';

export interface RecorderOptions {
  readonly keys: KeyWatch;
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

const nonceBytes = 32;
const noResponseHash = sha256Hex('');

export function createRecorder(options: RecorderOptions): Recorder {
  const { keys, chain, issuer, clock, randomBytes } = options;

  const toAttestorError = (cause: unknown): never => {
    keys.suspect();
    throw away('the evidence was not signed', cause);
  };

  const toRecorderError = (cause: unknown): never => {
    const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
    if (code === 'overloaded') {
      throw new AppError('unavailable', 'too many receipts are waiting for the disk', { cause, retryAfterS: 1 });
    }
    if (code === 'sign_failed') {
      keys.suspect({ isRefused: isRefusal(cause) });
      throw away('the receipt was not signed', cause);
    }
    throw new AppError('storage_full', `the receipt log cannot be written (${String(code)})`, {
      cause,
      detail:
        'Records cannot be written, so nothing is answered. The operator has to free the disk and restart the gateway.',
    });
  };

  return {
    // INVARIANT: from the key that the Evidence names to the receipt in the log nobody changes keys in an orderly way;
    // a key that is lost meanwhile fails the exchange.
    record: (exchange, latencyMs) =>
      keys.hold(async () => {
        const key = keys.current();
        const nonce = toBase64Url(randomBytes(nonceBytes));
        const frame = { issuer, keyAttestationHash: key.attestationHash, nonce, nowMs: clock.now() };
        const evidence = buildEvidence(exchange, frame);
        const jws = await key.sign(evidence).catch(toAttestorError);
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
        // INVARIANT: evidence of one key never gets a receipt of another: the receipt would contradict it. Nothing waits
        // between this check and the queue of the chain, and a change of keys empties that queue.
        if (!keys.isCurrent(key)) throw away('the signing key changed before the receipt was written');
        const { record, signature } = await chain.append(draft, attachment).catch(toRecorderError);
        options.onRecorded({ record, signature, jws });
        return { evidenceId: exchange.evidenceId, jws, seq: record.seq };
      }),
  };
}

/** The attestor's own refusal, under whatever the chain put around it. */
function isRefusal(error: unknown): boolean {
  if (isAppError(error, 'attestor_refused')) return true;
  return error instanceof Error && error.cause !== undefined && isRefusal(error.cause);
}
