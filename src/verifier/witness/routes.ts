/** HTTP of the witness: the protocol of C2SP tlog-witness, and what it knows of a chain. */
import { sizeMediaType } from '@assay/sdk/receipts';
import { Type } from 'typebox';
import { ProblemSchema } from '../../contract/problem.ts';
import { WitnessedChainSchema } from '../../contract/receipts.ts';
import { AppError } from '../../platform/errors.ts';
import type { Routes } from '../feature.ts';
import type { Witness } from './service.ts';

const tags = ['witness'];
const problems = { '4xx': ProblemSchema };
/** 63 hashes and a note of the greatest length. */
const bodyLimit = 104 * 1024;
const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** `POST /v1/witness/add-checkpoint`, `GET /v1/witness/chains/{chain_id}` and `GET /v1/witness/key`. */
export function witnessRoutes({ witness }: { witness: Witness }): Routes {
  return async (app) => {
    // The protocol names no media type, and its body is text of its own kind.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));

    app.post(
      '/v1/witness/add-checkpoint',
      {
        bodyLimit,
        schema: {
          tags,
          summary: 'Cosign a checkpoint of a receipt chain (C2SP tlog-witness)',
          consumes: ['text/plain'],
          produces: ['text/plain', sizeMediaType],
          response: { 200: Type.String(), ...problems },
        },
      },
      async ({ caller, body }, reply) => {
        const answer = await witness.addCheckpoint(caller.organisation, toText(body), caller);
        if (answer.kind === 'cosigned') return reply.type('text/plain; charset=utf-8').send(answer.lines);
        // Past the shape of problem documents, which the protocol does not know.
        return reply
          .code(409)
          .type(sizeMediaType)
          .serializer((text: unknown) => String(text))
          .send(`${answer.size}\n`);
      },
    );
    app.get(
      '/v1/witness/chains/:chain_id',
      {
        schema: {
          tags,
          summary: 'The latest cosigned checkpoint of a chain, and proofs that it has two histories',
          params: Type.Object({ chain_id: Type.String({ minLength: 1, maxLength: 256 }) }),
          response: { 200: WitnessedChainSchema, ...problems },
        },
      },
      ({ caller, params }) => witness.view(caller.organisation, params.chain_id),
    );
    app.get(
      '/v1/witness/key',
      {
        config: { access: 'open' },
        schema: {
          tags,
          summary: 'Public keys of the witness, one verifier key (C2SP signed-note) a line, the newest first',
          produces: ['text/plain'],
          response: { 200: Type.String() },
        },
      },
      async (_request, reply) => reply.type('text/plain; charset=utf-8').send(`${(await witness.keys()).join('\n')}\n`),
    );
  };
}

function toText(body: unknown): string {
  if (!(body instanceof Uint8Array)) throw notText();
  try {
    return strictUtf8.decode(body);
  } catch {
    throw notText();
  }
}

function notText(): AppError {
  const detail = 'the body is not UTF-8 text';
  return new AppError('invalid_request', detail, { detail, extensions: { reason: 'malformed' } });
}
