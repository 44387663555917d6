/**
 * Passes on the progress of a call under the client's own token, limited in number. Of a server's own notices only the
 * figures: their text is not judged.
 */
import type { AnswerPart, JsonObject } from '../ports.ts';
import type { McpCall } from './call.ts';

const maxNotices = 1_000;
const maxMessageChars = 4_000;

/** Gives the function that passes on progress; undefined where the client asked for none or cannot read it. */
export function passProgress({ request, httpAnswer }: McpCall): ((params: JsonObject) => void) | undefined {
  const token = request.meta['progressToken'];
  if (!isToken(token) || !httpAnswer.canStream) return undefined;
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

/** Passes on parts of the answer, which were judged: each is one step of the progress, with its text as the message. */
export function passParts({ request, httpAnswer }: McpCall): ((part: AnswerPart) => void) | undefined {
  const token = request.meta['progressToken'];
  if (!isToken(token) || !httpAnswer.canStream) return undefined;
  let progress = 0;
  return ({ texts }) => {
    progress += 1;
    if (progress > maxNotices) return;
    const message = texts.join('\n').slice(0, maxMessageChars);
    httpAnswer.notify('notifications/progress', {
      progressToken: token,
      progress,
      ...(message === '' ? {} : { message }),
    });
  };
}

const isToken = (token: unknown): boolean =>
  (typeof token === 'string' && token.length <= 256) || Number.isSafeInteger(token);
const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value);
