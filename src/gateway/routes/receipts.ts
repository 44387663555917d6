/** The receipt chain over HTTP (contract 2.16): list, verify, export, import. */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { nodeProofCrypto, toBase64Url } from '@assay/sdk/crypto';
import {
  parseCheckpoint,
  parseVerifierKey,
  type ReceiptChain,
  ReceiptError,
  ReceiptRecordSchema,
  type StoredReceipt,
} from '@assay/sdk/receipts';
import { type Static, Type } from 'typebox';
import { ProblemSchema } from '../../contract/problem.ts';
import type { WitnessedChain } from '../../contract/receipts.ts';
import { AppError, isAppError } from '../../platform/errors.ts';
import type { HttpApp } from '../../platform/http/app.ts';
import { rawBodyOf } from './proxy.ts';

export interface ReceiptDeps {
  readonly chain: Pick<ReceiptChain, 'verify' | 'list' | 'size' | 'unpinned' | 'export' | 'import'>;
  readonly chainId: string;
  /** What the verifier has witnessed of a chain; absent where nobody witnesses. */
  readonly findWitnessed: ((chainId: string) => Promise<WitnessedChain | undefined>) | undefined;
}

const tags = ['receipts'];
const problems = { '4xx': ProblemSchema, '5xx': ProblemSchema };
const NullableInteger = Type.Union([Type.Integer(), Type.Null()]);
const NullableText = Type.Union([Type.String(), Type.Null()]);

const ReceiptViewSchema = Type.Object({
  seq: Type.Integer(),
  hash: Type.String({ description: 'hex record hash' }),
  signature: Type.String({ description: 'base64url' }),
  record: ReceiptRecordSchema,
});

const VerifySchema = Type.Object({
  chain_intact: Type.Boolean(),
  total_receipts: Type.Integer(),
  first_seq: NullableInteger,
  last_seq: NullableInteger,
  first_bad_seq: NullableInteger,
  reason: NullableText,
  head_hash: NullableText,
  checkpoint_size: Type.Union([Type.Integer(), Type.Null()], { description: 'confirmed by the key of the chain' }),
  witnessed_size: Type.Union([Type.Integer(), Type.Null()], { description: 'cosigned by the verifier' }),
  truncated: Type.Union([Type.Boolean(), Type.Literal('unknown')], { description: 'unknown without a witness' }),
  mode: Type.String(),
  chain_id: Type.String(),
  unpinned: Type.Boolean({ description: 'the earlier history came from an import that nothing here confirmed' }),
});

/** Reads the chain back and checks it, with what the verifier witnessed of it. */
export type VerifyChain = (
  mode: 'full' | 'fast',
  signal: AbortSignal,
  onProgress?: (checked: number) => void,
) => Promise<Static<typeof VerifySchema>>;

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

/** A witness that is away only means that nobody else speaks for the chain. */
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

  app.get(
    '/v1/receipts',
    {
      schema: {
        tags,
        summary: 'Receipts, newest first',
        querystring: Type.Object({
          limit: Type.Optional(Type.String({ pattern: '^([1-9]\\d?|100)$', description: '1 to 100, default 20' })),
          cursor: Type.Optional(Type.String({ pattern: '^\\d{1,15}$' })),
        }),
        response: {
          200: Type.Object({
            items: Type.Array(ReceiptViewSchema),
            next_cursor: NullableText,
            has_more: Type.Boolean(),
          }),
          ...problems,
        },
      },
    },
    async (request) => {
      const { limit = '20', cursor } = request.query;
      const receipts = await chain.list({
        limit: Number(limit),
        ...(cursor === undefined ? {} : { before: Number(cursor) }),
      });
      const oldest = receipts.at(-1)?.seq ?? 0;
      const hasMore = oldest > 0;
      return { items: receipts.map(toView), next_cursor: hasMore ? String(oldest) : null, has_more: hasMore };
    },
  );

  app.get(
    '/v1/receipts/verify',
    {
      schema: {
        tags,
        summary: 'Read the whole chain back and check it',
        querystring: Type.Object({
          mode: Type.Optional(Type.Union([Type.Literal('full'), Type.Literal('fast')])),
        }),
        response: { 200: VerifySchema, ...problems },
      },
    },
    (request, reply) => {
      const gone = new AbortController();
      reply.raw.once('close', () => {
        if (!reply.raw.writableFinished) gone.abort(clientGone());
      });
      return verify(request.query.mode ?? 'full', gone.signal);
    },
  );

  app.get(
    '/v1/receipts/verify/progress',
    {
      schema: {
        tags,
        summary: 'The same with progress, for a long chain: JSON lines, the result in the last one',
        description: '`{"checked","total"}` once a second, then `{"result"}`.',
        querystring: Type.Object({
          mode: Type.Optional(Type.Union([Type.Literal('full'), Type.Literal('fast')])),
        }),
        produces: ['application/x-ndjson'],
      },
    },
    (request, reply) => {
      const { mode = 'full' } = request.query;
      const lines = toProgressLines((onProgress, signal) => verify(mode, signal, onProgress), chain.size());
      return reply.type('application/x-ndjson').send(Readable.from(lines));
    },
  );

  app.get(
    '/v1/receipts/export',
    {
      schema: {
        tags,
        summary: 'The whole chain as JSON lines (assay-receipts/1)',
        querystring: Type.Object({
          attachments: Type.Optional(Type.Union([Type.Literal('true'), Type.Literal('false')])),
        }),
      },
    },
    (request, reply) => {
      const lines = chain.export({ attachments: request.query.attachments !== 'false' });
      return reply.type('application/jsonl').send(Readable.from(lines));
    },
  );

  app.post(
    '/v1/receipts/import',
    {
      config: { access: 'admin' },
      bodyLimit: 1024 * 1024 * 1024,
      schema: {
        tags,
        summary: 'Take over an export that equals or extends this chain',
        description: 'Never shortens or forks what is known here. Needs the operator token.',
        querystring: Type.Object({ allow_unpinned: Type.Optional(Type.Literal('true')) }),
        response: {
          200: Type.Object({ imported: Type.Integer(), total_receipts: Type.Integer(), head_hash: NullableText }),
          ...problems,
        },
      },
    },
    async (request) => {
      const allowUnpinned = request.query.allow_unpinned === 'true';
      // Without a history of its own the chain is measured by what the witness saw of it.
      const known = chain.size() === 0 ? (await askWitness(chainId, findWitnessed))?.checkpoint : undefined;
      const witnessed = typeof known === 'string' ? parseCheckpoint(known) : undefined;
      const options = { allowUnpinned, ...(witnessed === undefined ? {} : { witnessed }) };
      return await chain.import([rawBodyOf(request)], options).catch(toImportError);
    },
  );
}

const progressEveryMs = 1_000;

/** Lines of progress, and the result as the last one. A failure breaks the answer off, so that it cannot pass for one. */
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
    // Here too when the stream is destroyed: nobody is left to read the chain back for.
    gone.abort(clientGone());
  }
}

/** A chain of millions is not read to its end for a client that has left; no fault of ours, so not logged as one. */
const clientGone = (): AppError => new AppError('request_timeout', 'whoever asked for the verification is gone');

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
