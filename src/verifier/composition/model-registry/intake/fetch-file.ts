/** Fetches one file of a model with the outbound client of its organisation, and has it scanned. */
import { AppError, isAppError } from '../../../../platform/errors.ts';
import type { Outbound } from '../../../configuration/outbound/ports.ts';
import type { FileRow } from '../tables.ts';
import type { ExamineFile, SeenFile } from './examine-file.ts';

export interface FetchFileDeps {
  readonly examine: ExamineFile;
  readonly outbound: Pick<Outbound, 'forOrganisation'>;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly idleMs: number;
}

/** @throws AppError of the outbound client, and as `receiveFile`. */
export type FetchFile = (
  orgId: string,
  file: Pick<FileRow, 'path' | 'size' | 'sha256'>,
  url: string,
  signal: AbortSignal,
) => Promise<SeenFile>;

/** Limit for one whole file. */
const timeoutMs = 6 * 60 * 60 * 1000;
const maxWaits = 5;
/** Media types that file servers use. The scan finds the real type. */
const accept = [
  ...['application/octet-stream', 'binary/octet-stream', 'application/x-octet-stream', 'application/x-binary'],
  ...['application/zip', 'application/x-zip-compressed', 'application/x-tar', 'application/gzip', 'application/x-gzip'],
  ...['application/json', 'application/x-hdf5', 'application/x-hdf', 'application/x-pickle', 'application/pickle'],
  ...['application/onnx', 'application/x-onnx', 'application/macbinary', 'text/plain', 'text/markdown', ''],
];

export function createFetchFile({ examine, outbound, sleep, idleMs }: FetchFileDeps): FetchFile {
  return async (orgId, file, url, signal) => {
    const client = outbound.forOrganisation(orgId);
    for (let waits = 0; ; waits += 1) {
      try {
        const request = { accept, timeoutMs, idleMs, maxBytes: file.size, redirects: 3, signal };
        const { status, body, close } = await client.open(url, request);
        try {
          if (status !== 200) throw notThere(status);
          return await examine(body, file, signal);
        } finally {
          await close();
        }
      } catch (error) {
        // Our own limit of calls per minute: files of one version wait for each other.
        if (!isAppError(error, 'too_many_requests') || waits >= maxWaits) throw error;
        await sleep((error.retryAfterS ?? 10) * 1000, signal);
        signal.throwIfAborted();
      }
    }
  };
}

function notThere(status: number): AppError {
  const detail = `the server of the file answers with HTTP ${status}: give an address that serves the file without a redirect`;
  return new AppError('upstream_unavailable', detail, { detail });
}
