/**
 * External classifiers: an ONNX text classifier in a folder or from a model hub, run by an optional peer package. Nothing of it
 * is loaded, or even installed, unless an operator configures one.
 */
import { basename, dirname, isAbsolute } from 'node:path';
import { ModelUnavailableError } from '@assay/sdk';
import { type ClassifierScores, readAnswer, worstScores } from './classifier-labels.ts';
import { readClassifierFolder, readModel } from './onnx-folder.ts';
import { isRuntime, startOnnx } from './onnx-session.ts';

export interface Classifier {
  readonly name: string;
  /** Scores each text. @throws AuditorFailure when the classifier answers anything but labels with scores. */
  classify(texts: readonly string[]): Promise<ClassifierScores[]>;
}

/** Imports a package by name: `(name) => import(name)`, or a stand-in in tests. */
export type ImportPackage = (name: string) => Promise<unknown>;

/** Supports every kind of tokenizer, and fetches models from the hub. */
const transformers = '@huggingface/transformers';
/** Runtimes that run a model without it, fastest first. */
const runtimes = ['onnxruntime-node', 'onnxruntime-web'];

/** Separates a folder and the hash of its model. */
const pinMark = '#sha256=';

/**
 * Loads a classifier. @param name A folder (absolute, or starting with `./` or `../`), optionally followed by
 * `#sha256=<hex>` of its ONNX file, or the id of a model on the hub.
 *
 * @throws ModelUnavailableError saying what is missing or wrong.
 */
export async function loadClassifier(name: string, importPackage: ImportPackage): Promise<Classifier> {
  const mark = name.indexOf(pinMark);
  const place = mark < 0 ? name : name.slice(0, mark);
  const pin = mark < 0 ? undefined : name.slice(mark + pinMark.length);
  const isFolder = isAbsolute(place) || /^\.{1,2}[/\\]/.test(place);
  if (!isFolder && !/^[\w.-]{1,96}(?:\/[\w.-]{1,96})?$/.test(place)) {
    throw new ModelUnavailableError('TOXICITY_MODEL must be a folder or the id of a model on the hub');
  }
  if (pin !== undefined && !/^[0-9a-f]{64}$/.test(pin)) {
    throw new ModelUnavailableError('TOXICITY_MODEL: the SHA-256 after #sha256= must have 64 lower-case hex digits');
  }
  if (pin !== undefined && !isFolder) {
    throw new ModelUnavailableError(
      'TOXICITY_MODEL: a SHA-256 can be checked for a folder only, not for an id on the hub',
    );
  }
  const classify = isFolder ? await loadFolder(place, pin, importPackage) : await loadFromHub(place, importPackage);
  return { name, classify };
}

type Classify = Classifier['classify'];

async function loadFolder(folder: string, pin: string | undefined, importPackage: ImportPackage): Promise<Classify> {
  const peer = await importFirst([transformers, ...runtimes], importPackage);
  if (peer.name !== transformers) {
    const runtime = [peer.exports, defaultOf(peer.exports)].find(isRuntime);
    if (runtime === undefined) throw strangePackage(peer.name);
    return judgeByWindows(await startOnnx(runtime, await readClassifierFolder(folder, pin)));
  }
  if (pin !== undefined) await readModel(folder, pin);
  const { pipeline, env } = checkTransformers(peer.exports);
  env['localModelPath'] = dirname(folder);
  // A missing file in a folder must not be fetched from the network.
  env['allowRemoteModels'] = false;
  return startPipeline(pipeline, folder, basename(folder));
}

/** Takes the worst window of a text, category by category. */
function judgeByWindows(judge: Awaited<ReturnType<typeof startOnnx>>): Classify {
  return async (texts) => {
    const answers: ClassifierScores[] = [];
    for (const text of texts) {
      const windows = await judge(text);
      answers.push(worstScores(readAnswer(windows, windows.length)));
    }
    return answers;
  };
}

async function loadFromHub(id: string, importPackage: ImportPackage): Promise<Classify> {
  const peer = await importFirst([transformers], importPackage);
  return startPipeline(checkTransformers(peer.exports).pipeline, id, id);
}

async function startPipeline(pipeline: Transformers['pipeline'], name: string, model: string): Promise<Classify> {
  let run: unknown;
  try {
    run = await pipeline('text-classification', model);
  } catch (error) {
    throw new ModelUnavailableError(`TOXICITY_MODEL ${JSON.stringify(name)} could not be loaded`, { cause: error });
  }
  if (typeof run !== 'function') throw strangePackage(transformers);
  return async (texts) => readAnswer(await run(texts, { top_k: null }), texts.length);
}

interface Package {
  readonly name: string;
  readonly exports: unknown;
}

/** Imports the first installed package. A broken package is an error, not skipped. */
async function importFirst(names: readonly string[], importPackage: ImportPackage): Promise<Package> {
  const missing: unknown[] = [];
  for (const name of names) {
    try {
      return { name, exports: await importPackage(name) };
    } catch (error) {
      if (!isNotInstalled(error, name)) {
        throw new ModelUnavailableError(`The package ${name} is installed but cannot be loaded`, { cause: error });
      }
      missing.push(error);
    }
  }
  const message = `TOXICITY_MODEL names a classifier, which needs ${names.length === 1 ? 'the package' : 'one of the packages'}`;
  throw new ModelUnavailableError(`${message} ${names.join(', ')}: npm install ${names[0]}`, {
    cause: new AggregateError(missing),
  });
}

function isNotInstalled(error: unknown, name: string): boolean {
  return (
    error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes(name)
  );
}

const defaultOf = (loaded: unknown): unknown =>
  typeof loaded === 'object' && loaded !== null && 'default' in loaded ? loaded.default : undefined;

interface Transformers {
  readonly pipeline: (task: string, model: string) => Promise<unknown>;
  readonly env: Record<string, unknown>;
}

function checkTransformers(loaded: unknown): Transformers {
  if (isTransformers(loaded)) return loaded;
  throw strangePackage(transformers);
}

function isTransformers(loaded: unknown): loaded is Transformers {
  if (typeof loaded !== 'object' || loaded === null || !('pipeline' in loaded) || !('env' in loaded)) return false;
  return typeof loaded.pipeline === 'function' && typeof loaded.env === 'object' && loaded.env !== null;
}

const strangePackage = (name: string): ModelUnavailableError =>
  new ModelUnavailableError(`${name} does not have the expected interface`);
