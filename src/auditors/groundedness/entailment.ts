/**
 * External entailment models: an ONNX classifier of sentence pairs in a folder or from a model hub, run by an
 * optional peer package. Nothing of it is loaded, or even installed, unless an operator configures one.
 */
import { basename, dirname, isAbsolute } from 'node:path';
import { AuditorFailure, ModelUnavailableError } from '@assay/sdk';

export interface Pair {
  readonly premise: string;
  readonly hypothesis: string;
}

export interface Entailment {
  /** Probabilities that the premise supports or contradicts the hypothesis. */
  readonly entailment: number;
  readonly contradiction: number;
}

export interface EntailmentModel {
  readonly name: string;
  /** Judges each pair. @throws AuditorFailure when the model answers anything but scores for its labels */
  judge(pairs: readonly Pair[]): Promise<Entailment[]>;
}

/** Imports a package by name: `(name) => import(name)`, or a stand-in in tests. */
export type ImportPackage = (name: string) => Promise<unknown>;

const transformers = '@huggingface/transformers';

/**
 * Loads an entailment model. @param name A folder (absolute, or starting with `./` or `../`) or the id of a model on the hub.
 *
 * @throws ModelUnavailableError saying what is missing or wrong.
 */
export async function loadEntailmentModel(name: string, importPackage: ImportPackage): Promise<EntailmentModel> {
  const isFolder = isAbsolute(name) || /^\.{1,2}[/\\]/.test(name);
  if (!isFolder && !/^[\w.-]{1,96}(?:\/[\w.-]{1,96})?$/.test(name)) {
    throw new ModelUnavailableError('GROUNDEDNESS_MODEL must be a folder or the id of a model on the hub');
  }
  const peer = await importTransformers(importPackage);
  if (isFolder) {
    peer.env['localModelPath'] = dirname(name);
    // A folder that lacks a file must not be completed from the network.
    peer.env['allowRemoteModels'] = false;
  }
  const id = isFolder ? basename(name) : name;
  let tokenizer: unknown;
  let model: unknown;
  try {
    tokenizer = await peer.AutoTokenizer.from_pretrained(id);
    model = await peer.AutoModelForSequenceClassification.from_pretrained(id);
  } catch (cause) {
    throw new ModelUnavailableError(`GROUNDEDNESS_MODEL ${JSON.stringify(name)} could not be loaded`, { cause });
  }
  if (typeof tokenizer !== 'function' || typeof model !== 'function') throw strangePackage();
  const labels = readLabels(model);
  const run = { tokenize: toAsync(tokenizer), classify: toAsync(model), labels };
  return { name, judge: (pairs) => judgePairs(pairs, run) };
}

type Call = (...values: readonly unknown[]) => Promise<unknown>;

/** Tokenizers and models are callable objects. */
function toAsync(call: object): Call {
  return async (...values) => (typeof call === 'function' ? call(...values) : undefined);
}

interface Labels {
  readonly count: number;
  readonly entailment: number;
  /** -1 for a model that only knows whether it follows. */
  readonly contradiction: number;
}

async function judgePairs(
  pairs: readonly Pair[],
  { tokenize, classify, labels }: { tokenize: Call; classify: Call; labels: Labels },
): Promise<Entailment[]> {
  const premises = pairs.map(({ premise }) => premise);
  const hypotheses = pairs.map(({ hypothesis }) => hypothesis);
  const inputs = await tokenize(premises, { text_pair: hypotheses, padding: true, truncation: true });
  const logits = memberOf(await classify(inputs), 'logits');
  const numbers = [...toNumbers(memberOf(logits, 'data'))];
  if (numbers.length !== pairs.length * labels.count || !numbers.every(Number.isFinite)) {
    throw new AuditorFailure('MODEL_UNAVAILABLE', 'The entailment model did not return scores for its labels');
  }
  return pairs.map((_, at) => {
    const shares = softmax(numbers.slice(at * labels.count, (at + 1) * labels.count));
    return { entailment: shares[labels.entailment] ?? 0, contradiction: shares[labels.contradiction] ?? 0 };
  });
}

function softmax(logits: readonly number[]): number[] {
  const highest = Math.max(...logits);
  const shares = logits.map((logit) => Math.exp(logit - highest));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}

const toNumbers = (data: unknown): Iterable<number> => (data instanceof Float32Array ? data : []);

/** Finds the labels that mean support and contradiction. @throws ModelUnavailableError when there is none for support. */
function readLabels(model: unknown): Labels {
  const names = memberOf(memberOf(model, 'config'), 'id2label');
  const entries = typeof names === 'object' && names !== null ? Object.entries(names) : [];
  const find = (pattern: RegExp): number =>
    Number(entries.find(([, label]) => typeof label === 'string' && pattern.test(label))?.[0] ?? -1);
  const entailment = find(/^(?:entailment|entailed|supported|consistent|aligned)$/i);
  if (entries.length < 2 || entailment < 0) {
    throw new ModelUnavailableError('GROUNDEDNESS_MODEL names a model without a label for entailment in its id2label');
  }
  return { count: entries.length, entailment, contradiction: find(/^(?:contradiction|contradicted|refuted)$/i) };
}

/** A member of an object or of a function that has members. */
function memberOf(value: unknown, name: string): unknown {
  return (typeof value === 'object' && value !== null) || typeof value === 'function'
    ? Reflect.get(value, name)
    : undefined;
}

interface Loader {
  readonly from_pretrained: (id: string) => Promise<unknown>;
}

interface Transformers {
  readonly AutoTokenizer: Loader;
  readonly AutoModelForSequenceClassification: Loader;
  readonly env: Record<string, unknown>;
}

async function importTransformers(importPackage: ImportPackage): Promise<Transformers> {
  let loaded: unknown;
  try {
    loaded = await importPackage(transformers);
  } catch (cause) {
    const isMissing = cause instanceof Error && 'code' in cause && cause.code === 'ERR_MODULE_NOT_FOUND';
    const message = isMissing
      ? `GROUNDEDNESS_MODEL names an entailment model, which needs the package ${transformers}: npm install ${transformers}`
      : `The package ${transformers} is installed but cannot be loaded`;
    throw new ModelUnavailableError(message, { cause });
  }
  if (!isTransformers(loaded)) throw strangePackage();
  return loaded;
}

function isTransformers(loaded: unknown): loaded is Transformers {
  const isLoader = (name: string): boolean => typeof memberOf(memberOf(loaded, name), 'from_pretrained') === 'function';
  const env = memberOf(loaded, 'env');
  return (
    isLoader('AutoTokenizer') &&
    isLoader('AutoModelForSequenceClassification') &&
    typeof env === 'object' &&
    env !== null
  );
}

const strangePackage = (): ModelUnavailableError =>
  new ModelUnavailableError(`${transformers} does not have the expected interface`);
