/** The receipt chain over HTTP (contract 2.16): list, verify, export, import. */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeProofCrypto, toBase64Url } from '@assay/sdk/crypto';
import {
  parseCheckpoint,
  parseVerifierKey,
  type ReceiptChain,
  ReceiptError,
  type StoredReceipt,
} from '@assay/sdk/receipts';
import type { Static } from 'typebox';
import { receipts } from '../../contract/api/gateway-api/operations.ts';
import type { ChainCheckSchema } from '../../contract/api/gateway-api/shapes.ts';
import type { WitnessedChain } from '../../contract/receipts.ts';
import { AppError, isAppError } from '../../platform/errors.ts';
import type { HttpApp } from '../../platform/http/app.ts';
import { addOperation, mountRaw, type RawHandler } from '../../platform/http/mount-raw.ts';
import { rawBodyOf } from '../http/json-body.ts';

export interface ReceiptDeps {
  readonly chain: Pick<ReceiptChain, 'verify' | 'list' | 'size' | 'unpinned' | 'export' | 'import'>;
  readonly chainId: string;
  /** Gives the verifier's witnessed state of a chain; absent where nobody witnesses. */
  readonly findWitnessed: ((chainId: string) => Promise<WitnessedChain | undefined>) | undefined;
}

/** Reads the chain back and checks it against the witnessed state. */
export type VerifyChain = (
  mode: 'full' | 'fast',
  signal: AbortSignal,
  onProgress?: (checked: number) => void,
) => Promise<Static<typeof ChainCheckSchema>>;

export function createVerifyChain({ chain, chainId, findWitnessed }: ReceiptDeps): VerifyChain {
  return async (mode, signal, onProgress) => {
    const witnessed = await askWitness(chainId, findWitnessed);
    const keys = await Promise.all(
      (witnessed?.witness_keys ?? []).map((key) => parseVerifierKey(key, nodeProofCrypto)),
    );
    const { epochs: _, ...result } = await chain.verify({
      mode,
      signal,
      ...(onProgress === undefined ? {} : { onProgress }),
      checkpoints: typeof witnessed?.checkpoint === 'string' ? [witnessed.checkpoint] : [],
      witnesses: keys.filter((key) => key !== undefined),
    });
    return { ...result, chain_id: chainId, unpinned: chain.unpinned() };
  };
}

/** A failed witness only means that there is no second opinion on the chain. */
async function askWitness(
  chainId: string,
  findWitnessed: ReceiptDeps['findWitnessed'],
): Promise<WitnessedChain | undefined> {
  try {
    return await findWitnessed?.(chainId);
  } catch (error) {
    if (isAppError(error, 'verifier_unavailable')) return undefined;
    throw error;
  }
}

export function addReceiptRoutes(app: HttpApp, deps: ReceiptDeps): void {
  const { chain, chainId, findWitnessed } = deps;
  const verify = createVerifyChain(deps);

  addOperation(app, receipts.list, async ({ query: { limit = '20', cursor } }) => {
    const found = await chain.list({
      limit: Number(limit),
      ...(cursor === undefined ? {} : { before: Number(cursor) }),
    });
    const oldest = found.at(-1)?.seq ?? 0;
    const hasMore = oldest > 0;
    return { items: found.map(toView), next_cursor: hasMore ? String(oldest) : null, has_more: hasMore };
  });

  addOperation(app, receipts.verify, ({ query, reply }) => {
    const gone = new AbortController();
    reply.raw.once('close', () => {
      if (!reply.raw.writableFinished) gone.abort(clientGone());
    });
    return verify(query.mode ?? 'full', gone.signal);
  });

  mountRaw(app, receipts.watchVerification, async ({ query: { mode = 'full' }, reply }) => {
    const lines = toProgressLines((onProgress, signal) => verify(mode, signal, onProgress), chain.size());
    return reply.type(receipts.watchVerification.produces).send(Readable.from(lines));
  });

  mountRaw(app, receipts.export, async ({ query: { attachments }, reply }) => {
    const lines = chain.export({ attachments: attachments !== 'false' });
    return reply.type(receipts.export.produces).send(Readable.from(lines));
  });

  const take: RawHandler<typeof receipts.import> = async ({ query, request }) => {
    const allowUnpinned = query.allow_unpinned === 'true';
    // A chain without local history is compared with the witnessed state.
    const known = chain.size() === 0 ? (await askWitness(chainId, findWitnessed))?.checkpoint : undefined;
    const witnessed = typeof known === 'string' ? parseCheckpoint(known) : undefined;
    const options = { allowUnpinned, ...(witnessed === undefined ? {} : { witnessed }) };
    return await chain.import([rawBodyOf(request)], options).catch(toImportError);
  };
  mountRaw(app, receipts.import, take, { access: 'admin' }, { bodyLimit: maxImportBytes });
}

const maxImportBytes = 1024 * 1024 * 1024;

const progressEveryMs = 1_000;

/**
 * Gives progress lines, and the result as the last one. A failure breaks the answer off, so that it does not look
 * complete.
 */
async function* toProgressLines<T>(
  run: (onProgress: (checked: number) => void, signal: AbortSignal) => Promise<T>,
  total: number,
): AsyncGenerator<string> {
  let checked = 0;
  const gone = new AbortController();
  const result = run((now) => {
    checked = now;
  }, gone.signal);
  const outcome = result.then(
    () => true,
    () => true,
  );
  try {
    while (!(await Promise.race([outcome, sleep(progressEveryMs, false)]))) {
      yield `${JSON.stringify({ checked, total })}\n`;
    }
    yield `${JSON.stringify({ result: await result })}\n`;
  } finally {
    // Also runs when the stream is destroyed: the client is gone and the reading stops.
    gone.abort(clientGone());
  }
}

/**
 * A chain of millions is not read to its end for a client that has left; this is no fault of ours, so it is not logged
 * as one.
 */
const clientGone = (): AppError => new AppError('request_timeout', 'the caller of the verification has disconnected');

function toView({ seq, hash, signature, parsed }: StoredReceipt) {
  return { seq, hash, signature: toBase64Url(signature), record: parsed };
}

const refusals = new Set(['format', 'broken', 'shorter', 'forked', 'chain_id', 'unpinned']);

function toImportError(error: unknown): never {
  if (!(error instanceof ReceiptError) || !refusals.has(error.code)) throw error;
  const code = error.code === 'format' ? 'invalid_request' : 'conflict';
  throw new AppError(code, error.message, {
    cause: error,
    detail: error.message,
    extensions: { reason: error.code, ...(error.detail.seq === undefined ? {} : { seq: error.detail.seq }) },
  });
}
