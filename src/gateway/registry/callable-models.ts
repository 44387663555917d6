/**
 * The list of models that a model server shows, in both APIs: without models that may not be called, and reduced to the
 * members that clients use. Free text of the server is separated, so that auditors read it before a client does.
 */
import { isRecord } from '@assay/sdk/contract';
import { isList, type JsonRecord } from '../proxy/json-tree.ts';
import { isPlainModelName } from '../proxy/model-name.ts';
import type { ModelUse } from './model-use.ts';

export interface ModelList {
  /** The server's free texts, each once: names outside the published grammar, display names, owners. */
  readonly texts: readonly string[];
  /** The list for the client. `isJudged: false`: without anything from `texts`. */
  write(isJudged: boolean): JsonRecord;
}

interface Entry {
  /** Members of a closed form, including the id. */
  readonly closed: JsonRecord;
  readonly isPlain: boolean;
  readonly worded: Readonly<Record<string, string>>;
}

const maxEntries = 10_000;
const idForm = /^[!-~]{1,200}$/;
const longestText = 200;
const owners: ReadonlySet<string> = new Set([
  'openai',
  'openai-internal',
  'openai-dev',
  'system',
  'anthropic',
  'library',
  'vllm',
]);

/** Reads a list, or gives the problem, as the end of a sentence about the answer. */
export function readModelList(whole: unknown, models: ModelUse): ModelList | string {
  const data = isRecord(whole) ? whole['data'] : undefined;
  if (!isRecord(whole) || !isList(data)) return 'is not a list of models';
  if (data.length > maxEntries) return `lists more than ${maxEntries} models`;
  const entries: Entry[] = [];
  for (const item of data) {
    const entry = readEntry(item);
    if (entry === undefined) return 'lists an item that is not a model';
    if (models.refuse(String(entry.closed['id'])) === undefined) entries.push(entry);
  }
  const texts = new Set(
    entries.flatMap(({ closed, isPlain, worded }) => [
      ...(isPlain ? [] : [String(closed['id'])]),
      ...Object.values(worded),
    ]),
  );
  return {
    texts: [...texts],
    write(isJudged) {
      const shown = isJudged ? entries : entries.filter(({ isPlain }) => isPlain);
      return toList(
        whole,
        shown.map(({ closed, worded }) => (isJudged ? { ...closed, ...worded } : closed)),
      );
    },
  };
}

function readEntry(item: unknown): Entry | undefined {
  if (!isRecord(item)) return undefined;
  const { id, object, type, created, created_at: createdAt, display_name: name, owned_by: owner } = item;
  if (typeof id !== 'string' || !idForm.test(id)) return undefined;
  const isDate = typeof createdAt === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{8,15}(?:Z|[+-]\d\d:\d\d)$/.test(createdAt);
  return {
    closed: {
      ...(object === 'model' ? { object } : {}),
      ...(type === 'model' ? { type } : {}),
      id,
      ...(typeof created === 'number' && isTime(created) ? { created } : {}),
      ...(isDate ? { created_at: createdAt } : {}),
      ...(typeof owner === 'string' && owners.has(owner) ? { owned_by: owner } : {}),
    },
    isPlain: isPlainModelName(id),
    worded: {
      ...(isWorded(name) ? { display_name: name } : {}),
      ...(isWorded(owner) && !owners.has(owner) ? { owned_by: owner } : {}),
    },
  };
}

/** Seconds in a range that no phone or card number has. */
function isTime(seconds: number): boolean {
  return Number.isInteger(seconds) && seconds >= 0 && seconds < 2_000_000_000;
}

function isWorded(text: unknown): text is string {
  return typeof text === 'string' && text !== '' && text.length <= longestText;
}

/** Takes the ids of a page from its entries, whatever the server says. */
function toList(whole: JsonRecord, data: readonly JsonRecord[]): JsonRecord {
  return {
    ...(whole['object'] === 'list' ? { object: 'list' } : {}),
    data,
    ...(typeof whole['has_more'] === 'boolean' ? { has_more: whole['has_more'] } : {}),
    ...('first_id' in whole ? { first_id: data[0]?.['id'] ?? null } : {}),
    ...('last_id' in whole ? { last_id: data.at(-1)?.['id'] ?? null } : {}),
  };
}
