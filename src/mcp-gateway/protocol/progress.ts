/**
 * Passes on the progress of a call under the client's own token, limited in number. Figures only: the text is the
 * server's and is not judged.
 */
import type { JsonObject } from '../ports.ts';
import type { McpCall } from './call.ts';

const maxNotices = 1_000;

/** Gives the function that passes on progress; undefined where the client asked for none or cannot read it. */
export function passProgress({ request, httpAnswer }: McpCall): ((params: JsonObject) => void) | undefined {
  const token = request.meta['progressToken'];
  const isToken = (typeof token === 'string' && token.length <= 256) || Number.isSafeInteger(token);
  if (!isToken || !httpAnswer.canStream) return undefined;
  let count = 0;
  return ({ progress, total }) => {
    count += 1;
    if (count > maxNotices || !isNumber(progress)) return;
    httpAnswer.notify('notifications/progress', {
      progressToken: token,
      progress,
      ...(isNumber(total) ? { total } : {}),
    });
  };
}

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
