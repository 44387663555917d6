/** The list of models that a model server shows, without those that may not be called here. */
import type { ModelUse } from './model-use.ts';

/** The same bytes where nothing is left out, or where it is no list that we can read. */
export function keepCallable(body: Uint8Array, models: ModelUse): Uint8Array {
  if (!models.isBounded()) return body;
  const list = parseList(body);
  if (list === undefined) return body;
  const data = list.data.filter((entry) => models.refuse(idOf(entry)) === undefined);
  return data.length === list.data.length ? body : Buffer.from(JSON.stringify({ ...list.whole, data }), 'utf8');
}

/** Both APIs show `{data: [{id, …}]}`. */
function parseList(body: Uint8Array): { whole: object; data: readonly unknown[] } | undefined {
  try {
    const whole: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body));
    if (typeof whole !== 'object' || whole === null || !('data' in whole) || !Array.isArray(whole.data))
      return undefined;
    return { whole, data: whole.data };
  } catch {
    return undefined;
  }
}

function idOf(entry: unknown): string | null {
  if (typeof entry !== 'object' || entry === null || !('id' in entry)) return null;
  return typeof entry.id === 'string' ? entry.id : null;
}
