/** The client of a judge in the same process: the same checks and refusals as over HTTP, without serialisation. */
import type { ToolCallAnswer, ToolResultAnswer, ToolTextsAnswer } from '../../contract/tool-calls.ts';
import { AppError, isAppError } from '../../platform/errors.ts';
import type { JudgeOptions, ToolJudge } from './client.ts';

/** The methods of a running gateway in this process. It checks its arguments itself. */
export interface ToolCallsHandle {
  begin(question: unknown, options: JudgeOptions): Promise<ToolCallAnswer>;
  end(callId: string, outcome: unknown): Promise<ToolResultAnswer>;
  texts(question: unknown, options: JudgeOptions): Promise<ToolTextsAnswer>;
}

/** Connects to a gateway by its handle; closing the client leaves the gateway running. */
export function createLocalToolJudge(calls: ToolCallsHandle): ToolJudge {
  return {
    begin: (question, options) => asked(options.signal, () => calls.begin(question, options)),
    end: (callId, outcome, { signal }) => asked(signal, () => calls.end(callId, outcome)),
    texts: (question, options) => asked(options.signal, () => calls.texts(question, options)),
    close: async () => {},
  };
}

/**
 * Behaves as over HTTP: a caller that gave up stops waiting, and an internal failure means that the gateway cannot be
 * asked.
 */
async function asked<Answer>(signal: AbortSignal, ask: () => Promise<Answer>): Promise<Answer> {
  signal.throwIfAborted();
  let stop = () => {};
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = () => reject(signal.reason);
    stop = () => signal.removeEventListener('abort', onAbort);
    signal.addEventListener('abort', onAbort, { once: true });
  });
  try {
    return await Promise.race([ask(), aborted]);
  } catch (error) {
    signal.throwIfAborted();
    throw toRefusal(error);
  } finally {
    stop();
  }
}

function toRefusal(cause: unknown): AppError {
  if (isAppError(cause) && cause.status < 500) return cause;
  return new AppError('unavailable', 'the gateway could not judge the call', {
    cause,
    ...(isAppError(cause) && cause.retryAfterS !== undefined ? { retryAfterS: cause.retryAfterS } : {}),
  });
}
