/** HTTP routes of the witness: the C2SP tlog-witness protocol, and its view of a chain. */
import { sizeMediaType } from '@assay/sdk/receipts';
import { witness as operations } from '../../../contract/api/witness.ts';
import { AppError } from '../../../platform/errors.ts';
import { mountRaw, type RawHandler } from '../../../platform/http/mount-raw.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { Witness } from './service.ts';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

interface WitnessRouteDeps {
  readonly mount: Mount;
  readonly witness: Witness;
}

/** Serves `POST /v1/witness/add-checkpoint`, `GET /v1/witness/chains/{chain_id}` and `GET /v1/witness/key`. */
export function witnessRoutes({ mount, witness }: WitnessRouteDeps): Routes {
  return async (app) => {
    // The protocol names no media type, and its body is text in its own format.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, bytes, done) => done(null, bytes));

    const addCheckpoint: RawHandler<typeof operations.addCheckpoint> = async ({ request: { caller, body }, reply }) => {
      const answer = await witness.addCheckpoint(caller.organisation, toText(body), caller);
      if (answer.kind === 'cosigned') return reply.type('text/plain; charset=utf-8').send(answer.lines);
      // The protocol answers with the size, not with a problem document.
      return reply
        .code(409)
        .type(sizeMediaType)
        .serializer((text: unknown) => String(text))
        .send(`${answer.size}\n`);
    };
    const listKeys: RawHandler<typeof operations.listKeys> = async ({ reply }) =>
      reply.type('text/plain; charset=utf-8').send(`${(await witness.keys()).join('\n')}\n`);

    mountRaw(app, operations.addCheckpoint, addCheckpoint);
    mount.read(
      app,
      operations.getChain,
      ({ caller, params }) => witness.view(caller.organisation, params.chain_id),
      // A gateway asks at its first start, when nobody can know its chain.
      { config: { expectedStatuses: [404] } },
    );
    mountRaw(app, operations.listKeys, listKeys, { access: 'open' });
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
