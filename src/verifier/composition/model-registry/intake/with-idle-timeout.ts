/** Passes bytes on as they come, and fails if none come for too long, so that a silent sender does not occupy a slot. */
import { AppError } from '../../../../platform/errors.ts';

/** @throws AppError `request_timeout`, and the reason of the abort signal. */
export async function* withIdleTimeout(
  bytes: AsyncIterable<Uint8Array>,
  { idleMs, signal }: { readonly idleMs: number; readonly signal: AbortSignal },
): AsyncGenerator<Uint8Array> {
  const iterator = bytes[Symbol.asyncIterator]();
  try {
    for (;;) {
      const next = await orSilent(iterator.next(), idleMs, signal);
      if (next.done === true) return;
      yield next.value;
    }
  } finally {
    // Not awaited: a silent sender may never confirm.
    iterator.return?.().catch(() => undefined);
  }
}

function orSilent<T>(next: Promise<T>, idleMs: number, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      end();
    };
    const onAbort = (): void => settle(() => reject(signal.reason));
    const timer = setTimeout(() => {
      const detail = `no bytes arrived for ${idleMs / 1000} s`;
      settle(() => reject(new AppError('request_timeout', detail, { detail })));
    }, idleMs);
    signal.addEventListener('abort', onAbort, { once: true });
    next.then(
      (value) => settle(() => resolve(value)),
      (error: unknown) => settle(() => reject(error)),
    );
    if (signal.aborted) onAbort();
  });
}
