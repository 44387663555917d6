/** The list of models that a model server shows, without those that may not be called here. */
import { isList, isRecord } from '../proxy/json-tree.ts';
import type { ModelUse } from './model-use.ts';

/** The same value where nothing is left out, or where it is no list that we can read. Both APIs show `{data: [{id, …}]}`. */
export function keepCallable(whole: unknown, models: ModelUse): unknown {
  if (!models.isBounded() || !isRecord(whole) || !isList(whole['data'])) return whole;
  return { ...whole, data: whole['data'].filter((entry) => models.refuse(idOf(entry)) === undefined) };
}

function idOf(entry: unknown): string | null {
  return isRecord(entry) && typeof entry['id'] === 'string' ? entry['id'] : null;
}
