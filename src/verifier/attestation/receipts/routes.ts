/** HTTP routes of receipts. Reading one needs no account: its unguessable id is enough. */
import { receipts as operations } from '../../../contract/api/receipts/operations.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Caller } from '../../../platform/http/access.ts';
import type { Routes } from '../../base/feature.ts';
import type { Mount } from '../../base/mount.ts';
import type { Receipts } from './service.ts';

export interface ReceiptRouteDeps {
  readonly mount: Mount;
  readonly receipts: Receipts;
  /** False: no receipt is public. */
  readonly publicReceipts: boolean;
}

/** Serves `POST` and `GET /v1/receipts`, `GET /v1/receipts/{id}` and `GET /v1/receipts/{id}/proof`. */
export function receiptRoutes({ mount, receipts, publicReceipts }: ReceiptRouteDeps): Routes {
  const options = { config: { access: publicReceipts ? 'open' : 'caller' } } as const;
  /** A caller without an account knows the id, but not its organisation. */
  const orgOf = async ({ kind, organisation }: Caller, id: string): Promise<string> =>
    kind === 'anonymous' ? receipts.ownerOf(id) : organisation;

  return async (app) => {
    mount.read(
      app,
      operations.submit,
      async ({ caller, body }) => ({ results: await receipts.ingest(caller.organisation, body.receipts, caller) }),
      { isBodyUnbounded: true },
    );
    mount.read(app, operations.list, ({ caller, query }) => receipts.list(caller.organisation, query));
    mount.read(
      app,
      operations.get,
      async ({ caller, params }) => receipts.get(await orgOf(caller, params.id), params.id),
      options,
    );
    mount.read(
      app,
      operations.prove,
      async ({ caller, params, query }) => {
        const from = query.from === undefined ? undefined : toSize(query.from);
        return receipts.prove(await orgOf(caller, params.id), params.id, from);
      },
      options,
    );
  };
}

function toSize(text: string): number {
  const size = Number(text);
  if (Number.isSafeInteger(size)) return size;
  throw new AppError('invalid_request', 'not a size', { detail: 'from is not a size' });
}
