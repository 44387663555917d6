/**
 * What an analysis says, without quoting: figures, truth values, plain words, and places in the text. Whoever asks over MCP is a model or shows
 * it to one, and the texts that were judged, the phrases that are looked for and ids that read like them would be an attack
 * on it again, or be taken for one by whoever judges the answer. `POST /claims` has all of it.
 */
import type { Claim } from '../contract/claim.ts';
import type { ClaimsResponse } from '../contract/response.ts';
import type { Vocabulary } from '../contract/vocabulary.ts';

/** A type of a finding, a language, a category; of an id like `override.instructions` the first part. */
const word = /^[A-Za-z0-9_-]{1,64}$/;
const dotted = /^([A-Za-z0-9_-]{1,64})(?:\.[A-Za-z0-9_-]{1,64})+$/;

/**
 * Of each claim its name, type, value and confidence, and where in the text it was found: `spans` of `[start, end]`.
 * `omitted` says how many texts of the value were left out.
 */
export function toUnquoted(response: ClaimsResponse): object {
  return { ...response, claims: response.claims.map(toClaim) };
}

function toClaim({ name, type, value, confidence, detail }: Claim): object {
  const left = { count: 0 };
  const told = strip(value, left);
  const spans = toPlaces(detail?.['spans']);
  return {
    ...{ name, type },
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

/** Undefined for what is left out. Values of claims are bounded in depth. */
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

/** Settings whose values are texts keep their names and types, and not what is looked for by default. */
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
