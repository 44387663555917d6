/**
 * Handles Evidence that the verifier refuses after this gateway acknowledged it: it is noted durably, reported as an
 * alarm, and sent again when the reason may be gone. Evidence of a key that was unknown to the verifier is retried
 * automatically.
 */
import type { ReceiptChain } from '@assay/sdk/receipts';
import type { VerifierClient } from '../../clients/verifier/client.ts';
import { type EvidenceItem, type IngestResult, maxIngestBatch } from '../../contract/ingest.ts';
import type { RefusedEvidence, ResentEvidence } from '../../contract/refused-evidence.ts';
import { type Clock, toTimestamp } from '../../platform/clock.ts';
import type { Logger } from '../../platform/log.ts';
import { type SeqItem, toSeqItem } from './forwarded-items.ts';
import type { RefusedEvidenceStore } from './refused-evidence.ts';

export interface RefusalsOptions {
  readonly chain: ReceiptChain;
  readonly verifier: Pick<VerifierClient, 'sendEvidence' | 'batchChars'>;
  readonly store: RefusedEvidenceStore;
  /** Sends the verifier every key again, and gives the new `news` counter: Evidence of an unknown key is refused. */
  readonly showKeys: () => Promise<number>;
  readonly clock: Clock;
  readonly log: Logger;
  /** Called when the verifier says that a key of this gateway was revoked. */
  readonly onRevoked: () => void;
}

export interface EvidenceRefusals {
  /** Notes what was refused of a batch. INVARIANT: durable when it resolves; nothing goes on behind it before. */
  note(sent: readonly SeqItem[], results: readonly IngestResult[]): Promise<void>;
  /** Sends all of it again. @throws AppError `verifier_unavailable` when the verifier is away. */
  resend(): Promise<ResentEvidence>;
  /**
   * Retries the Evidence that may be accepted by now, where it is due: `news` rises when the verifier has learned a
   * key.
   */
  resendDue(news: number): Promise<void>;
  count(): number;
}

/** Reasons that end by themselves: the verifier learns the key, or its clock advances. */
const passing: ReadonlySet<string> = new Set(['key_unknown', 'key_attestation_mismatch', 'not_yet_valid']);
const resendEveryMs = 60_000;

export function createEvidenceRefusals(options: RefusalsOptions): EvidenceRefusals {
  const { chain, verifier, store, clock, log } = options;
  let triedMs = clock.now();
  let triedNews = 0;

  const note = async (sent: readonly SeqItem[], results: readonly IngestResult[]): Promise<void> => {
    const repaired = sent.filter(({ seq }, index) => store.has(seq) && results[index]?.status !== 'refused');
    await store.remove(repaired.map(({ seq }) => seq));
    const entries = sent.flatMap(({ seq, item }, index) => toEntry(seq, item, results[index], clock.now()));
    if (entries.length === 0) return;
    await store.add(entries);
    for (const { evidence_id, seq, reason, message } of entries) {
      log.error({ evidence_id, seq, reason, problem: message }, 'the verifier refused evidence; the gateway keeps it');
    }
    if (entries.some(({ reason }) => reason === 'revoked')) options.onRevoked();
  };

  const load = async ({ seq }: RefusedEvidence): Promise<SeqItem[]> =>
    (await chain.read({ fromSeq: seq, limit: 1, maxBytes: verifier.batchChars })).flatMap(toSeqItem);

  const sendBatch = async (entries: readonly RefusedEvidence[]): Promise<ResentEvidence> => {
    const sent: SeqItem[] = [];
    let chars = 0;
    for (const entry of entries) {
      if (sent.length === maxIngestBatch || chars > verifier.batchChars) break;
      for (const one of await load(entry)) {
        sent.push(one);
        chars += one.item.jws.length;
      }
    }
    const results = await verifier.sendEvidence(sent.map(({ item }) => item));
    await note(sent, results);
    const refused = results.filter(({ status }) => status === 'refused').length;
    return { taken: sent.length - refused, refused };
  };

  const sendAll = async (entries: readonly RefusedEvidence[]): Promise<ResentEvidence> => {
    const total = { taken: 0, refused: 0 };
    for (let done = 0; done < entries.length; ) {
      const { taken, refused } = await sendBatch(entries.slice(done));
      // An entry whose receipt is gone from the log would otherwise be requested for ever.
      done += Math.max(1, taken + refused);
      total.taken += taken;
      total.refused += refused;
    }
    if (total.taken > 0) log.info(total, 'the verifier accepted evidence that it refused before');
    return total;
  };

  return {
    note,
    async resend() {
      await options.showKeys();
      return sendAll(store.list());
    },
    async resendDue(news) {
      const waiting = store.list().filter(({ reason }) => passing.has(reason));
      if (waiting.length === 0) return;
      if (news === triedNews && clock.now() - triedMs < resendEveryMs) return;
      triedMs = clock.now();
      // No news of a key for this long: the verifier may have lost one that it had accepted.
      triedNews = news === triedNews ? await options.showKeys() : news;
      await sendAll(waiting);
    },
    count: () => store.list().length,
  };
}

function toEntry(
  seq: number,
  { jws }: EvidenceItem,
  result: IngestResult | undefined,
  nowMs: number,
): RefusedEvidence[] {
  if (result?.status !== 'refused') return [];
  const { evidence_id, reason = 'refused', message = 'the verifier gave no reason' } = result;
  return [{ seq, evidence_id: evidence_id ?? evidenceIdOf(jws), reason, message, refused_at: toTimestamp(nowMs) }];
}

/** A verifier that could not check the signature does not say which Evidence it was. */
function evidenceIdOf(jws: string): string | null {
  const payload: unknown = JSON.parse(Buffer.from(jws.split('.', 2)[1] ?? '', 'base64url').toString('utf8'));
  const id: unknown = Reflect.get(Object(payload), 'evidence_id');
  return typeof id === 'string' ? id : null;
}
