/**
 * Asks the witness before the gateway serves: a log that is behind the witnessed size was rolled back and must not go
 * on (docs/receipts.md). The folder alone cannot show it, because a rollback includes its checkpoint.
 */
import type { ReceiptChain } from '@assay/sdk/receipts';
import type { VerifierClient } from '../../clients/verifier/client.ts';
import type { WitnessedChain } from '../../contract/receipts.ts';
import { AppError, isAppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';

export interface WitnessStartOptions {
  readonly chain: Pick<ReceiptChain, 'size' | 'read'>;
  readonly chainId: string;
  readonly directory: string;
  readonly verifier: VerifierClient;
  /** True: the gateway does not start without the witness's answer. */
  readonly isStrict: boolean;
  readonly log: Logger;
  /** Waits; ends early when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

const answerWithinMs = 3_000;

/**
 * The witness's state of the chain; `undefined` when it knows none, or cannot be asked.
 *
 * @throws AppError `config`: rollback detected, another history, or (strict) no answer.
 */
export async function askWitness(options: WitnessStartOptions): Promise<WitnessedChain | undefined> {
  const { chain, directory, isStrict, log } = options;
  const known = await ask(options).catch((error: unknown) => {
    if (!isAppError(error)) throw error;
    return error;
  });
  if (known instanceof AppError) {
    if (isStrict) throw refusal(`the witness cannot tell the length of the chain (${known.publicText})`, known);
    log.warn({ err: known }, 'the witness cannot tell whether the receipt log was rolled back; starting without it');
    return undefined;
  }
  if (known === undefined || known.size === 0) return known;
  // An empty folder waits for the import of its chain; until then nothing is answered.
  if (chain.size() === 0) return known;
  const what = `${directory} has ${chain.size()} receipts, but the witness has seen ${known.size}`;
  if (chain.size() < known.size) throw refusal(`rollback detected: ${what}. ${remedy}`);
  const [last] = await chain.read({ fromSeq: known.size - 1, limit: 1 });
  if (last?.hash === known.head) return known;
  throw refusal(`fork detected: receipt ${known.size - 1} in ${directory} differs from the witnessed one. ${remedy}`);
}

const remedy =
  'Nothing was changed. Restore the folder from its newest copy, or start with an empty ASSAY_DATA_DIR and ' +
  'GATEWAY_CHAIN_ID and import an export of at least this length (POST /v1/receipts/import).';

async function ask({ verifier, chainId, sleep }: WitnessStartOptions): Promise<WitnessedChain | undefined> {
  const answered = new AbortController();
  const late = sleep(answerWithinMs, answered.signal).then(() => {
    throw new AppError('verifier_unavailable', `the witness did not answer within ${answerWithinMs} ms`);
  });
  try {
    return await Promise.race([verifier.witnessedChain(chainId), late]);
  } finally {
    late.catch(() => undefined);
    answered.abort();
  }
}

function refusal(detail: string, cause?: unknown): AppError {
  return new AppError('config', detail, { cause, detail });
}
