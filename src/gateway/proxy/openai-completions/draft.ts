/** A choice of a streamed plain completion during its assembly. */
import { isRecord } from '@assay/sdk/contract';
import { type Draft, type MergeState, setWhole } from '../delta-merge.ts';
import { isList, type JsonRecord } from '../json-tree.ts';
import { maxParts } from '../parts.ts';

export function startChoice(index: number): Draft {
  return { text: '', index, logprobs: null, finish_reason: null };
}

/** Merges one chunk's choice into the draft. Its text grows, its log-probabilities are lists that grow. */
export function mergeChoice(draft: Draft, choice: JsonRecord, state: MergeState): void {
  const { index: _index, text, logprobs, ...rest } = choice;
  for (const [key, value] of Object.entries(rest)) setWhole(draft, key, value);
  if (typeof text === 'string') draft['text'] = `${draft['text']}${text}`;
  else if (text !== undefined && text !== null) state.problem ??= 'has a choice whose text is no string';
  if (isRecord(logprobs)) draft['logprobs'] = mergeLists(draft['logprobs'], logprobs, state);
  else if (logprobs !== undefined && logprobs !== null) state.problem ??= 'has log-probabilities that are no object';
}

function mergeLists(before: unknown, fragment: JsonRecord, state: MergeState): Draft {
  const lists: Draft = isDraft(before) ? before : {};
  for (const [key, value] of Object.entries(fragment)) {
    const known = Object.hasOwn(lists, key) ? lists[key] : undefined;
    if (!isList(value) || !Array.isArray(known)) {
      setWhole(lists, key, isList(value) ? [...value] : value);
    } else if (known.length + value.length > maxParts) {
      state.problem ??= 'makes a list of the answer too long';
    } else {
      for (const item of value) known.push(item);
    }
  }
  return lists;
}

function isDraft(value: unknown): value is Draft {
  return isRecord(value);
}
