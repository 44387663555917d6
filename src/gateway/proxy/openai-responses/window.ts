/** Response streams in window mode: the whole answer is one window, because its last event repeats all of it. */
import type { SseEvent, WindowOptions, WindowReleaser, WindowStep } from '../api.ts';
import { createWindowQueue } from '../window-queue.ts';
import { createResponseReader, incomplete, malformed } from './aggregate.ts';
import { encodeResponseDenial, encodeResponseStream } from './encode.ts';
import { parseResponsesAnswer } from './response.ts';

export function createResponseWindowReleaser(options?: WindowOptions): WindowReleaser {
  const queue = createWindowQueue(options);
  const reader = createResponseReader();
  let failure: WindowStep | undefined;
  let isQueued = false;

  const fail = (step: WindowStep): WindowStep => {
    failure = step;
    return step;
  };

  return {
    push(event: SseEvent) {
      if (failure !== undefined) return failure;
      const problem = reader.push(event);
      if (problem !== undefined) return fail(problem);
      const body = reader.body();
      if (body === undefined || isQueued) return queue.step();
      const parsed = parseResponsesAnswer(body);
      if (!parsed.ok) return fail(malformed(parsed.reason));
      isQueued = true;
      queue.whole(body, parsed.response, encodeResponseStream);
      queue.end();
      return queue.step();
    },
    finish() {
      if (failure !== undefined) return failure;
      return isQueued ? queue.step() : fail(incomplete);
    },
    release(windowId, spans = []) {
      if (failure !== undefined) return failure;
      const step = queue.release(windowId, spans);
      if (!step.ok) failure = step;
      return step;
    },
    deny: (info) => encodeResponseDenial(info),
  };
}
