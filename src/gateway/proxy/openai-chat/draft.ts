/** The message of a streamed chat completion during its assembly. */
import { isRecord } from '@assay/sdk/contract';
import { type Draft, type MergeState, mergeDelta } from '../delta-merge.ts';
import { isList, type JsonRecord } from '../json-tree.ts';
import { maxParts } from '../parts.ts';

/** Merges a delta into the message that it belongs to. */
export function mergeMessage(message: Draft, delta: JsonRecord, state: MergeState): void {
  const { content, ...rest } = delta;
  mergeDelta(message, rest, state);
  if (content !== undefined) mergeContent(message, content, state);
}

/**
 * Merges content, which is text or a list of parts, from some servers both. Fragments of one part are joined:
 * separately they would not show the word that they make.
 */
function mergeContent(message: Draft, content: unknown, state: MergeState): void {
  const before = message['content'];
  if (Array.isArray(before) && typeof content === 'string') {
    if (content !== '') appendPart(before, { type: 'text', text: content }, state);
  } else if (isList(content)) {
    const parts: unknown[] = Array.isArray(before) ? before : [];
    if (typeof before === 'string' && before !== '') parts.push({ type: 'text', text: before });
    message['content'] = parts;
    for (const part of content) appendPart(parts, part, state);
  } else mergeDelta(message, { content }, state);
}

/** Part types whose consecutive fragments are joined. */
const growingParts: ReadonlySet<unknown> = new Set(['text', 'thinking']);

function appendPart(parts: unknown[], part: unknown, state: MergeState): void {
  const last = parts.at(-1);
  if (!isDraft(part) || !isDraft(last) || last['type'] !== part['type'] || !growingParts.has(part['type'])) {
    if (parts.length < maxParts) parts.push(part);
    else state.problem ??= 'makes a list of the answer too long';
    return;
  }
  const { type: _type, thinking, ...rest } = part;
  mergeDelta(last, rest, state);
  const thoughts = last['thinking'];
  if (isList(thinking) && Array.isArray(thoughts)) for (const thought of thinking) appendPart(thoughts, thought, state);
  else if (thinking !== undefined) mergeDelta(last, { thinking }, state);
}

function isDraft(value: unknown): value is Draft {
  return isRecord(value);
}

/** The message in the form of a whole answer: the order of its calls replaces their indices. */
export function finishMessage(message: JsonRecord): JsonRecord {
  const calls = message['tool_calls'];
  return isList(calls) ? { ...message, tool_calls: withoutIndices(calls) } : message;
}

function withoutIndices(calls: readonly unknown[]): readonly unknown[] {
  const indexOf = (call: unknown): number => (isRecord(call) ? Number(call['index']) : 0);
  return [...calls]
    .sort((a, b) => indexOf(a) - indexOf(b))
    .map((call) => {
      if (!isRecord(call)) return call;
      const { index: _index, ...rest } = call;
      return rest;
    });
}
