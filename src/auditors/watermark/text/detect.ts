/** Detects a text watermark: key and tokenizer decide whether that is possible, and the test decides the rest. */
import { AuditorFailure, type MethodInput } from '@assay/sdk';
import { createGreenList, greenListSchemes } from './green-list.ts';
import { maxTextLength, tokenize, tokenizerNames } from './tokenizer.ts';
import { countTournament } from './tournament.ts';
import { countGreen, type TestResult, testHits } from './z-test.ts';

export interface TextOptions {
  readonly key: string | null;
  readonly tokenizer: string;
  readonly vocabulary_size: number;
  readonly scheme: string;
  readonly gamma: number;
  readonly context_width: number;
  readonly layers: number;
  readonly z_threshold: number;
  readonly min_tokens: number;
}

/** Reasons why a text cannot be judged. */
export type Undetectable = 'no_key' | 'no_text' | 'no_token_ids' | 'text_too_short';

export interface TextFinding {
  /** True if z reached the threshold over enough tokens. */
  readonly detected: boolean;
  readonly type: 'green_list' | 'tournament';
  readonly score: number;
  readonly detail: Readonly<Record<string, unknown>>;
}

export type TextResult =
  | { readonly detectable: true; readonly finding: TextFinding }
  | { readonly detectable: false; readonly reason: Undetectable };

/** Most ids of a request. */
const maxTokenIds = 1024 * 1024;

/** Tests the answer of a response. */
export async function detectTextWatermark(input: MethodInput, options: TextOptions): Promise<TextResult> {
  const { key } = options;
  if (key === null || key === '') return { detectable: false, reason: 'no_key' };
  const tokens = await readTokens(input, options);
  if (typeof tokens === 'string') return { detectable: false, reason: tokens };
  const finding =
    options.scheme === 'tournament' ? testTournament(tokens, key, options) : testGreen(tokens, key, options);
  if (finding === undefined) return { detectable: false, reason: 'text_too_short' };
  const truncated = options.tokenizer !== 'token_ids' && input.output.length > maxTextLength;
  return { detectable: true, finding: truncated ? { ...finding, detail: { ...finding.detail, truncated } } : finding };
}

async function readTokens(input: MethodInput, options: TextOptions): Promise<ArrayLike<number> | Undetectable> {
  const name = pick(tokenizerNames, options.tokenizer);
  if (name === 'token_ids') return parseTokenIds(input.metadata['token_ids'], options.vocabulary_size);
  if (input.output === '') return 'no_text';
  return await tokenize(name, input.output.slice(0, maxTextLength));
}

function parseTokenIds(value: unknown, vocabularySize: number): readonly number[] | Undetectable {
  if (value === undefined) return 'no_token_ids';
  if (!Array.isArray(value) || value.length > maxTokenIds || !value.every((id) => isTokenId(id, vocabularySize))) {
    throw new AuditorFailure(
      'INVALID_REQUEST',
      `data.metadata.token_ids must be a list of at most ${maxTokenIds} integers from 0 to below ${vocabularySize} (setting vocabulary_size)`,
    );
  }
  return value;
}

function isTokenId(value: unknown, vocabularySize: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < vocabularySize;
}

function testGreen(tokens: ArrayLike<number>, key: string, options: TextOptions): TextFinding | undefined {
  const { gamma, tokenizer, scheme } = options;
  const contextWidth = readWidth(options);
  const list = createGreenList({ key, gamma, contextWidth, scheme: pick(greenListSchemes, scheme) });
  const { scored, green } = countGreen(tokens, list);
  if (scored === 0) return undefined;
  const test = testHits(green, scored, gamma);
  return {
    ...judge(test, scored, options),
    type: 'green_list',
    detail: {
      scheme,
      tokenizer,
      context_width: contextWidth,
      tokens: tokens.length,
      T: scored,
      n_green: green,
      gamma,
      ...test,
      z_threshold: options.z_threshold,
      enough_tokens: scored >= options.min_tokens,
    },
  };
}

function testTournament(tokens: ArrayLike<number>, key: string, options: TextOptions): TextFinding | undefined {
  const { tokenizer, scheme } = options;
  const contextWidth = readWidth(options);
  const layers = readCount('layers', options.layers, 30);
  const { scored, ones, weightedMean, weightedP } = countTournament(tokens, { key, contextWidth, layers });
  if (scored === 0) return undefined;
  // Without the watermark every g-value is a fair coin, so the unweighted sum has an exact tail.
  const test = testHits(ones, scored * layers, 0.5);
  return {
    ...judge(test, scored, options),
    type: 'tournament',
    detail: {
      scheme,
      tokenizer,
      context_width: contextWidth,
      tokens: tokens.length,
      T: scored,
      layers,
      g_sum: ones,
      g_mean: ones / (scored * layers),
      weighted_mean: weightedMean,
      weighted_p_normal: weightedP,
      ...test,
      z_threshold: options.z_threshold,
      enough_tokens: scored >= options.min_tokens,
    },
  };
}

function judge(test: TestResult, scored: number, options: TextOptions): { detected: boolean; score: number } {
  return {
    detected: test.z >= options.z_threshold && scored >= options.min_tokens,
    score: Math.min(1, Math.max(0, 1 - test.p)),
  };
}

function readWidth(options: TextOptions): number {
  return readCount('context_width', options.context_width, 4);
}

/** The SDK checks a setting's range, but not that it is an integer. */
function readCount(key: string, value: number, most: number): number {
  if (Number.isInteger(value) && value >= 1 && value <= most) return value;
  throw new AuditorFailure('INVALID_SETTING', `${key} must be a whole number from 1 to ${most}`);
}

/** Narrows the type; the SDK accepts only the options of a select setting. */
function pick<T extends string>(options: readonly T[], value: string): T {
  const found = options.find((option) => option === value);
  if (found === undefined) throw new Error('a setting holds none of its options');
  return found;
}
