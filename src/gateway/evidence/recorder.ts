/**
 * Makes a decided exchange durable before its answer leaves: the attestor signs Evidence and receipts of all waiting
 * exchanges in one call, and the log stores each Evidence beside its receipt, with grouped fsyncs.
 */
import { sha256Hex, toBase64Url } from '@assay/sdk/crypto';
import type { ReceiptChain, ReceiptDraft } from '@assay/sdk/receipts';
import { type EvidencePayload, maxTokenBytes, toEvidencePayload } from '../../clients/attestor/evidence-payload.ts';
import type { DrawnEvidence, Evidence } from '../../contract/evidence.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError, isAppError } from '../../platform/errors.ts';
import type { RandomBytes } from '../../platform/ids.ts';
import type { Exchange } from '../exchange/exchange.ts';
import { buildEvidence, type EvidenceFrame, frameEvidence } from './build.ts';
import { away, type KeyWatch } from './live-key.ts';
import type { RecentEntry } from './recent-entries.ts';

export interface RecorderOptions {
  readonly keys: KeyWatch;
  readonly chain: Pick<ReceiptChain<EvidencePayload>, 'append'>;
  /** SPIFFE id of this gateway. */
  readonly issuer: string;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  /** Called for every exchange once it is durable, in the order of the log. */
  readonly onRecorded: (entry: RecentEntry) => void;
}

export interface RecordedExchange {
  readonly evidenceId: string;
  readonly jws: string;
  readonly seq: number;
}

export interface Recorder {
  /**
   * Durable when it resolves. @throws AppError `storage_full`, `attestor_unavailable`, `payload_too_large` and others:
   * then the answer must not leave.
   */
  record(exchange: Exchange, latencyMs: number): Promise<RecordedExchange>;
  /** The same for Evidence that was drawn before, perhaps by an earlier process. */
  recordDrawn(drawn: DrawnEvidence, latencyMs: number): Promise<RecordedExchange>;
}

const nonceBytes = 32;
const noResponseHash = sha256Hex('');

export function createRecorder(options: RecorderOptions): Recorder {
  const { keys, chain, issuer, clock, randomBytes } = options;

  const toRecorderError = (cause: unknown): never => {
    const code: unknown = cause instanceof Error ? Reflect.get(cause, 'code') : undefined;
    if (code === 'overloaded') {
      throw new AppError('unavailable', 'too many receipts are waiting for the disk', { cause, retryAfterS: 1 });
    }
    if (code === 'sign_failed') {
      keys.suspect({ isRefused: isRefusal(cause) });
      throw away('the exchange was not signed', cause);
    }
    throw new AppError('storage_full', `the receipt log cannot be written (${String(code)})`, {
      cause,
      detail:
        'Records cannot be written, so calls are refused. The operator must free disk space and restart the gateway.',
    });
  };

  // INVARIANT: from the key that the Evidence names to the receipt in the log nobody changes keys in an orderly way;
  // a key that is lost meanwhile fails the exchange.
  const record = (build: (frame: EvidenceFrame) => Evidence, latencyMs: number): Promise<RecordedExchange> =>
    keys.hold(async () => {
      // INVARIANT: evidence of one key never gets a receipt of another. Nothing is waited for between the key that is
      // asked for here and the queue of the chain, and a change of keys empties that queue.
      const keyAttestationHash = keys.current();
      const nonce = toBase64Url(randomBytes(nonceBytes));
      const evidence = build({ issuer, keyAttestationHash, nonce, nowMs: clock.now() });
      const draft = toDraft(evidence, latencyMs);
      const payload = toPayload(evidence);
      const unsigned = { unsigned: payload, maxBytes: maxTokenBytes(payload) };
      const receipt = await chain.append(draft, unsigned).catch(toRecorderError);
      const jws = Buffer.from(receipt.attachment ?? []).toString('latin1');
      options.onRecorded({ record: receipt.record, signature: receipt.signature, jws });
      return { evidenceId: evidence.evidence_id, jws, seq: receipt.record.seq };
    });

  return {
    record: (exchange, latencyMs) => record((frame) => buildEvidence(exchange, frame), latencyMs),
    recordDrawn: (drawn, latencyMs) => record((frame) => frameEvidence(drawn, frame), latencyMs),
  };
}

/**
 * Checks Evidence before it shares a batch with others: Evidence that no key would sign is refused alone, and does not
 * trigger a key change.
 */
function toPayload(evidence: Evidence): EvidencePayload {
  try {
    return toEvidencePayload(evidence);
  } catch (cause) {
    if (!isAppError(cause, 'payload_too_large'))
      throw new AppError('internal', 'the gateway made no Evidence', { cause });
    const detail = 'The auditors found more in this exchange than one Evidence record can hold. Send less at once.';
    throw new AppError('payload_too_large', cause.message, { cause, detail });
  }
}

function toDraft(evidence: Evidence, latencyMs: number): ReceiptDraft {
  return {
    request_hash: evidence.request_hash,
    response_hash: evidence.response_hash ?? noResponseHash,
    tool: evidence.tool ?? null,
    verdict: evidence.enforced,
    latency_ms: Math.max(0, Math.round(latencyMs)),
    claims_hash: evidence.claims_hash,
    cedar_decision: evidence.decision.decision,
    cedar_policy_hash: evidence.decision.policy_set_hash.slice('sha256:'.length),
    auditor_ids: [...new Set(evidence.auditors.map((run) => run.auditor_id))].sort(),
    claim_count: evidence.claims.length,
  };
}

/** Finds the attestor's own refusal inside the errors of the chain. */
function isRefusal(error: unknown): boolean {
  if (isAppError(error, 'attestor_refused')) return true;
  return error instanceof Error && error.cause !== undefined && isRefusal(error.cause);
}
