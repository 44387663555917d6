/**
 * Retries a judge that is briefly away: the tool was already called, and its answer is worth a few seconds. Nothing is
 * judged twice, because a judge accepts the end of a call once.
 */
import { isAppError } from '../../platform/errors.ts';
import { endTimeoutMs } from './limits.ts';

const firstPauseMs = 100;
const longestPauseMs = 2_000;

/**
 * @param ending aborted when the gateway stops waiting
 *
 * @throws the error of `ask`: at once, or after {@link endTimeoutMs} while the judge stays unavailable
 */
export async function retryUntilAnswered<Answer>(ask: () => Promise<Answer>, ending: AbortSignal): Promise<Answer> {
  let waitedMs = 0;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, 2 * pauseMs)) {
    try {
      return await ask();
    } catch (error) {
      const isAway = isAppError(error) && (error.code === 'unavailable' || error.code === 'attestor_unavailable');
      if (!isAway || ending.aborted || waitedMs + pauseMs > endTimeoutMs) throw error;
    }
    waitedMs += pauseMs;
    await pause(pauseMs, ending);
  }
}

function pause(ms: number, ending: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      ending.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    ending.addEventListener('abort', done, { once: true });
  });
}
