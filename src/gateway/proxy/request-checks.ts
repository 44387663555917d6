/** Checks of request bodies for every API, before an adapter reads them. */
import { isRecord } from '@assay/sdk/contract';
import type { RequestProblem } from './api.ts';
import { isDeeperThan, type JsonRecord, maxBodyDepth } from './json-tree.ts';

export type CheckedBody =
  | { readonly ok: true; readonly body: JsonRecord; readonly model: string; readonly stream: boolean }
  | { readonly ok: false; readonly error: RequestProblem };

/** Checks for an object of bounded depth with a model and, if any, a boolean `stream`. */
export function checkRequestBody(body: unknown): CheckedBody {
  if (!isRecord(body)) return refuse('The request body must be a JSON object.');
  if (isDeeperThan(body, maxBodyDepth)) {
    return refuse(`The request body is nested deeper than ${maxBodyDepth} levels; send a flatter one.`);
  }
  const model = body['model'];
  if (model === undefined) return refuse("Missing required parameter: 'model'. Name the model to call.", 'model');
  if (typeof model !== 'string' || !isModelId(model)) {
    return refuse("'model' must be a string of 1 to 256 characters without spaces or control characters.", 'model');
  }
  const stream = body['stream'];
  if (stream !== undefined && stream !== null && typeof stream !== 'boolean') {
    return refuse("'stream' must be true or false.", 'stream');
  }
  return { ok: true, body, model, stream: stream === true };
}

/** Evidence and policies hold a model's id unchanged, so it has to be plain. */
function isModelId(model: string): boolean {
  return /^[!-~]{1,256}$/.test(model);
}

function refuse(message: string, param?: string): CheckedBody {
  return { ok: false, error: param === undefined ? { message } : { message, param } };
}
