/** HTTP of receipts at the verifier. Reading one needs no account: whoever holds its id holds the receipt. */
import { PageSchema } from '../../contract/api/page.ts';
import { ProblemSchema } from '../../contract/problem.ts';
import { ReceiptInclusionSchema, ReceiptIngestAnswerSchema } from '../../contract/receipts.ts';
import { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/access.ts';
import type { Routes } from '../feature.ts';
import {
  IngestBodySchema,
  ProofQuerySchema,
  ReceiptListQuerySchema,
  ReceiptParamsSchema,
  ReceiptSummarySchema,
  ReceiptViewSchema,
} from './schema.ts';
import type { Receipts } from './service.ts';

const tags = ['receipts'];
const problems = { '4xx': ProblemSchema };
const bodyLimit = 32 * 1024 * 1024;

export interface ReceiptRouteDeps {
  readonly receipts: Receipts;
  /** False: nothing of a receipt is public. */
  readonly publicReceipts: boolean;
}

/** `POST` and `GET /v1/receipts`, `GET /v1/receipts/{id}` and `GET /v1/receipts/{id}/proof`. */
export function receiptRoutes({ receipts, publicReceipts }: ReceiptRouteDeps): Routes {
  const access = publicReceipts ? 'open' : 'caller';
  /** A stranger holds an id that nobody guesses, and not the name of the organisation that it is of. */
  const orgOf = async ({ kind, organisation }: Caller, id: string): Promise<string> =>
    kind === 'anonymous' ? receipts.ownerOf(id) : organisation;

  return async (app) => {
    app.post(
      '/v1/receipts',
      {
        bodyLimit,
        schema: {
          tags,
          summary: 'Take receipts that have no Evidence beside them, epoch starts above all; idempotent',
          body: IngestBodySchema,
          response: { 200: ReceiptIngestAnswerSchema, ...problems },
        },
      },
      async ({ caller, body }) => ({ results: await receipts.ingest(caller.organisation, body.receipts, caller) }),
    );
    app.get(
      '/v1/receipts',
      {
        schema: {
          tags,
          summary: 'List receipts: by chain, the newest of each first',
          querystring: ReceiptListQuerySchema,
          response: { 200: PageSchema(ReceiptSummarySchema), ...problems },
        },
      },
      ({ caller, query }) => receipts.list(caller.organisation, query),
    );
    app.get(
      '/v1/receipts/:id',
      {
        config: { access },
        schema: {
          tags,
          summary: 'Check one receipt; public',
          params: ReceiptParamsSchema,
          response: { 200: ReceiptViewSchema, ...problems },
        },
      },
      async ({ caller, params }) => receipts.get(await orgOf(caller, params.id), params.id),
    );
    app.get(
      '/v1/receipts/:id/proof',
      {
        config: { access },
        schema: {
          tags,
          summary: 'The proof that one receipt stands in a witnessed chain, to check offline; public',
          params: ReceiptParamsSchema,
          querystring: ProofQuerySchema,
          response: { 200: ReceiptInclusionSchema, ...problems },
        },
      },
      async ({ caller, params, query }) => {
        const from = query.from === undefined ? undefined : toSize(query.from);
        return receipts.prove(await orgOf(caller, params.id), params.id, from);
      },
    );
  };
}

function toSize(text: string): number {
  const size = Number(text);
  if (Number.isSafeInteger(size)) return size;
  throw new AppError('invalid_request', 'not a size', { detail: 'from is not a size' });
}
