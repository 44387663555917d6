/**
 * Reads the log-probabilities of an answer: its tokens again, and the alternatives that the model could have said. All
 * of them reach the client as text, so they are read as a client would join them.
 */
import { isRecord } from '@assay/sdk/contract';
import type { RedactionResult } from './api.ts';
import { isList, type JsonRecord } from './json-tree.ts';
import { viewOfJson } from './json-view.ts';
import type { PartCollector } from './parts.ts';
import { readTokenLists } from './token-lists.ts';

/**
 * Reads the log-probabilities at a pointer.
 *
 * @param said Texts of the same choice. Tokens that only spell one of them add nothing.
 */
export function readLogprobs(
  collector: PartCollector,
  value: unknown,
  pointer: string,
  said: readonly unknown[],
): void {
  if (value === undefined || value === null || typeof value === 'boolean') return;
  const found: string[] = [];
  if (isRecord(value)) {
    for (const [key, list] of Object.entries(value)) {
      if ((key === 'content' || key === 'refusal') && isList(list)) found.push(...readEntries(list));
      else if (list !== null) found.push(...(readTokenLists(key, list) ?? [printJson({ [key]: list })]));
    }
  } else {
    found.push(printJson(value));
  }
  const fresh = new Set(found.filter((text) => text !== '' && !said.includes(text)));
  collector.tokens(pointer, [...fresh].join('\n'));
}

/** Removes the log-probabilities of a redacted answer, because they repeat it token by token. */
export function withoutLogprobs(result: RedactionResult): RedactionResult {
  if (!result.ok || !isRecord(result.body) || !isList(result.body['choices'])) return result;
  const choices = result.body['choices'].map((choice) =>
    isRecord(choice) && Object.hasOwn(choice, 'logprobs') ? { ...choice, logprobs: null } : choice,
  );
  return { ...result, body: { ...result.body, choices } };
}

/**
 * The texts that the entries of a list spell: the chosen tokens, each rank of the alternatives, and all other texts.
 */
interface Spelled {
  /** Row 0 holds the chosen tokens, row n the alternatives at rank n. */
  readonly rows: Map<number, string>;
  /** The same from the bytes beside the tokens. */
  readonly bytes: Map<number, number[]>;
  readonly rest: string[];
}

function readEntries(entries: readonly unknown[]): string[] {
  const spelled: Spelled = { rows: new Map(), bytes: new Map(), rest: [] };
  for (const entry of entries) addEntry(spelled, entry, 0);
  const decoder = new TextDecoder();
  const fromBytes = [...spelled.bytes.values()].map((bytes) => decoder.decode(Uint8Array.from(bytes)));
  return [...spelled.rows.values(), ...fromBytes, spelled.rest.join('\n')];
}

function addEntry(spelled: Spelled, entry: unknown, row: number): void {
  if (!isRecord(entry)) {
    if (entry !== null) spelled.rest.push(printJson(entry));
    return;
  }
  for (const [key, value] of Object.entries(entry)) {
    if (key === 'token' && typeof value === 'string') {
      spelled.rows.set(row, (spelled.rows.get(row) ?? '') + value);
    } else if (key === 'bytes' && isBytes(value)) {
      addBytes(spelled, row, value);
    } else if (key === 'top_logprobs' && row === 0 && isList(value)) {
      for (const [place, alternative] of value.entries()) addEntry(spelled, alternative, place + 1);
    } else if (value !== null && !isMeasure(entry, key)) {
      spelled.rest.push(printJson({ [key]: value }));
    }
  }
}

function addBytes({ bytes }: Spelled, row: number, fresh: readonly number[]): void {
  const known = bytes.get(row) ?? [];
  bytes.set(row, known);
  for (const byte of fresh) known.push(byte);
}

function printJson(value: unknown): string {
  return viewOfJson(JSON.stringify(value));
}

function isBytes(value: unknown): value is readonly number[] {
  return isList(value) && value.every((byte) => Number.isInteger(byte) && Number(byte) >= 0 && Number(byte) <= 255);
}

/** A logarithm of a probability; servers write -9999 and the smallest float for "impossible". */
function isMeasure(entry: JsonRecord, key: string): boolean {
  const value = entry[key];
  return key === 'logprob' && typeof value === 'number' && value <= 0 && value >= -100_000;
}
