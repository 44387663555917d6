/** Reads the model server's whole answer, up to a limit. */
import { readBounded } from '../../clients/bounded-body.ts';
import { AppError } from '../../platform/errors.ts';

/** @throws AppError `upstream_unavailable` when the answer is larger than the limit. */
export function readAll(body: AsyncIterable<Uint8Array>, maxBytes: number): Promise<Buffer> {
  return readBounded(body, maxBytes).catch((cause: unknown) => {
    if (!(cause instanceof RangeError)) throw cause;
    throw new AppError('upstream_unavailable', cause.message, { cause });
  });
}
