/**
 * Requests the model server's answer in one piece. Most answers are read whole before judging, and without a stream
 * between socket and buffer that costs half as much.
 */
import type { Dispatcher, Pool } from 'undici';

export interface RawAnswer {
  readonly status: number;
  readonly headers: Dispatcher.ResponseData['headers'];
  readonly bytes: Buffer;
}

export interface WholeRequest {
  readonly options: Dispatcher.DispatchOptions;
  readonly signal: AbortSignal;
  readonly maxBytes: number;
  /** Checks the head of the answer; an error ends the call before a byte of the body is kept. */
  readonly assertHead: (headers: RawAnswer['headers']) => void;
}

/** @throws errors of undici and of `assertHead`, the reason of the signal, or RangeError past `maxBytes`. */
export function requestWhole(pool: Pool, { options, signal, maxBytes, assertHead }: WholeRequest): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    let status = 0;
    let headers: RawAnswer['headers'] = {};
    let abort: (() => void) | undefined;
    const end = (): void => {
      if (abort !== undefined) signal.removeEventListener('abort', abort);
    };
    pool.dispatch(options, {
      onRequestStart(controller) {
        // Called again when a connection broke before the request was sent on it.
        end();
        abort = () => controller.abort(toError(signal.reason));
        if (signal.aborted) abort();
        else signal.addEventListener('abort', abort, { once: true });
      },
      onResponseStart(controller, statusCode, head) {
        // An informational answer (1xx) precedes the answer itself.
        if (statusCode < 200) return;
        status = statusCode;
        headers = head;
        try {
          assertHead(head);
        } catch (error) {
          controller.abort(toError(error));
        }
      },
      onResponseData(controller, chunk) {
        size += chunk.byteLength;
        if (size <= maxBytes) chunks.push(chunk);
        else controller.abort(new RangeError(`the answer is larger than ${maxBytes} bytes`));
      },
      onResponseEnd() {
        end();
        const [only] = chunks;
        resolve({ status, headers, bytes: only !== undefined && chunks.length === 1 ? only : Buffer.concat(chunks) });
      },
      onResponseError(_controller, error) {
        end();
        reject(error);
      },
    });
  });
}

function toError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('the call was abandoned');
}
