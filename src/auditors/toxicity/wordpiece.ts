/**
 * The tokenizer of BERT and its descendants (Wu et al., 2016; Devlin et al., 2018), as described by `tokenizer.json`, for
 * runtimes without one. Other kinds are refused with a reason: a model with wrong tokens answers nonsense.
 */
import { ModelUnavailableError } from '@assay/sdk';
import { memberOf } from './onnx-folder.ts';

/**
 * Splits a text into windows of tokens that fit the model, each with its start and end tokens. Nothing is cut off, because it
 * would be a place to hide.
 */
export type Tokenize = (text: string) => number[][];

/** Limit of BERT and its descendants, unless `tokenizer.json` cuts earlier. */
const maxTokens = 512;
/** Longer words are unknown; the value is the same in all implementations. */
const longestWord = 100;

/** Makes the tokenizer. @throws ModelUnavailableError when `tokenizer.json` describes another kind. */
export function createWordPiece(description: unknown): Tokenize {
  const kind = memberOf(memberOf(description, 'model'), 'type');
  if (kind !== 'WordPiece') {
    const message = `tokenizer.json is of the kind ${JSON.stringify(kind)}; only WordPiece is read without @huggingface/transformers`;
    throw new ModelUnavailableError(message);
  }
  const model = memberOf(description, 'model');
  const vocabulary = readVocabulary(memberOf(model, 'vocab'));
  const numberOf = (token: string): number => {
    const number = vocabulary.get(token);
    if (number === undefined) throw new ModelUnavailableError(`tokenizer.json has no token ${JSON.stringify(token)}`);
    return number;
  };
  const prefix = readText(memberOf(model, 'continuing_subword_prefix') ?? '##', 'continuing_subword_prefix');
  const unknown = numberOf(readText(memberOf(model, 'unk_token') ?? '[UNK]', 'unk_token'));
  const [first, last] = [numberOf('[CLS]'), numberOf('[SEP]')];
  const limit = readLimit(description);
  const normalize = createNormalizer(memberOf(description, 'normalizer'));

  return (text) => {
    let window = [first];
    const windows = [window];
    for (const [word] of normalize(text).matchAll(words)) {
      for (const id of cutWord(word, { vocabulary, prefix, unknown })) {
        if (window.length === limit - 1) {
          window = [first];
          windows.push(window);
        }
        window.push(id);
      }
    }
    for (const ids of windows) ids.push(last);
    return windows;
  };
}

/** Words, and each punctuation character by itself. ASCII characters that Unicode calls symbols count too (BERT's definition). */
const words =
  /[\p{P}$+<=>^`|~\u{4e00}-\u{9fff}\u{3400}-\u{4dbf}\u{f900}-\u{faff}\u{20000}-\u{2ceaf}]|[^\s\p{P}$+<=>^`|~\u{4e00}-\u{9fff}\u{3400}-\u{4dbf}\u{f900}-\u{faff}\u{20000}-\u{2ceaf}]+/gu;

interface Pieces {
  readonly vocabulary: ReadonlyMap<string, number>;
  readonly prefix: string;
  readonly unknown: number;
}

/** Takes the longest known piece repeatedly; a word with an unknown part is unknown as a whole. */
function cutWord(word: string, { vocabulary, prefix, unknown }: Pieces): number[] {
  const characters = [...word];
  if (characters.length > longestWord) return [unknown];
  const ids: number[] = [];
  for (let start = 0; start < characters.length; ) {
    let end = characters.length;
    let id: number | undefined;
    while (end > start) {
      id = vocabulary.get((start > 0 ? prefix : '') + characters.slice(start, end).join(''));
      if (id !== undefined) break;
      end -= 1;
    }
    if (id === undefined) return [unknown];
    ids.push(id);
    start = end;
  }
  return ids;
}

function createNormalizer(normalizer: unknown): (text: string) => string {
  const kind = memberOf(normalizer, 'type');
  if (kind !== 'BertNormalizer') {
    throw new ModelUnavailableError(`tokenizer.json has the normalizer ${JSON.stringify(kind)}, not BertNormalizer`);
  }
  for (const step of ['clean_text', 'handle_chinese_chars']) {
    if (memberOf(normalizer, step) === false) {
      throw new ModelUnavailableError(`tokenizer.json: a BertNormalizer without ${step} is not known`);
    }
  }
  const lower = memberOf(normalizer, 'lowercase') === true;
  // If the setting is absent, accents are stripped when lowercasing is on.
  const strip = (memberOf(normalizer, 'strip_accents') ?? lower) === true;
  return (text) => {
    // Drops control and format characters and U+FFFD; tabs and line ends become blanks.
    let clean = text
      .toWellFormed()
      .replaceAll(/[\t\n\r]/g, ' ')
      .replaceAll(/[\p{Cc}\p{Cf}\u{fffd}]/gu, '');
    if (strip) clean = clean.normalize('NFD').replaceAll(/\p{Mn}/gu, '');
    return lower ? clean.toLowerCase() : clean;
  };
}

function readVocabulary(vocab: unknown): Map<string, number> {
  const vocabulary = new Map<string, number>();
  if (typeof vocab === 'object' && vocab !== null) {
    for (const [token, number] of Object.entries(vocab)) {
      if (!Number.isInteger(number) || number < 0) {
        throw new ModelUnavailableError(`tokenizer.json has no number for ${JSON.stringify(token)}`);
      }
      vocabulary.set(token, number);
    }
  }
  return vocabulary;
}

function readText(value: unknown, name: string): string {
  if (typeof value === 'string') return value;
  throw new ModelUnavailableError(`tokenizer.json: ${name} must be a string`);
}

function readLimit(description: unknown): number {
  const limit = memberOf(memberOf(description, 'truncation'), 'max_length');
  return typeof limit === 'number' && limit >= 3 && limit < maxTokens ? Math.floor(limit) : maxTokens;
}
