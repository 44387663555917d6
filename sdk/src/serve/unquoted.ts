/**
 * Removes quotations from an analysis: numbers, booleans, plain words and text positions remain. MCP callers are
 * models or show results to models. The judged texts, the searched phrases and ids that read like them would be the
 * attack again, or look like one to an auditor of the answer. `POST /claims` has all of it.
 */
import type { Claim } from '../contract/claim.ts';
import type { ClaimsResponse } from '../contract/response.ts';
import type { Vocabulary } from '../contract/vocabulary.ts';

/** A type of a finding, a language, a category; the first part of an id like `override.instructions`. */
const word = /^[A-Za-z0-9_-]{1,64}$/;
const dotted = /^([A-Za-z0-9_-]{1,64})(?:\.[A-Za-z0-9_-]{1,64})+$/;

/**
 * Gives name, type, value and confidence of each claim, and its places in the text: `spans` of `[start, end]`.
 * `omitted` counts the removed texts of the value.
 */
export function toUnquoted(response: ClaimsResponse): object {
  return { ...response, claims: response.claims.map(toClaim) };
}

function toClaim({ name, type, value, confidence, detail }: Claim): object {
  const left = { count: 0 };
  const told = strip(value, left);
  const spans = toPlaces(detail?.['spans']);
  return {
    name,
    type,
    ...(told === undefined ? {} : { value: told }),
    ...(confidence === undefined ? {} : { confidence }),
    ...(left.count === 0 ? {} : { omitted: left.count }),
    ...(spans.length === 0 ? {} : { spans }),
  };
}

function toPlaces(spans: unknown): number[][] {
  if (!Array.isArray(spans)) return [];
  return spans.flatMap((span: unknown) => {
    const { start, end }: { start?: unknown; end?: unknown } = Object(span);
    return typeof start === 'number' && typeof end === 'number' ? [[start, end]] : [];
  });
}

/** Undefined for removed values. Values of claims are bounded in depth. */
function strip(value: unknown, left: { count: number }): unknown {
  if (typeof value === 'string') return toWord(value, left);
  if (Array.isArray(value)) {
    const items = value.map((each) => strip(each, left)).filter((each) => each !== undefined);
    return items.every((each) => typeof each === 'string') ? [...new Set(items)] : items;
  }
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).flatMap(([key, each]) => {
    const stripped = toWord(key, left) === key ? strip(each, left) : undefined;
    return stripped === undefined ? [] : [[key, stripped] as const];
  });
  return Object.fromEntries(members);
}

function toWord(text: string, left: { count: number }): string | undefined {
  const short = word.test(text) ? text : dotted.exec(text)?.[1];
  if (short === undefined) left.count += 1;
  return short;
}

/** Settings with text values keep their names and types, without the default phrases. */
export function withoutPhrases(whole: Vocabulary): object {
  return {
    ...whole,
    vocabulary: whole.vocabulary.map(({ settings, ...claim }) => ({
      ...claim,
      settings: settings.map(({ default: value, ...setting }) => ({
        ...setting,
        ...(hasTexts(value) ? {} : { default: value }),
      })),
    })),
  };
}

function hasTexts(value: unknown): boolean {
  return Array.isArray(value) ? value.some(hasTexts) : typeof value === 'string' && !word.test(value);
}
