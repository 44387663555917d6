/** Runs an ONNX classifier by `onnxruntime-node` or `onnxruntime-web`: tokens in, a probability for each label out. */
import { AuditorFailure, ModelUnavailableError } from '@assay/sdk';
import type { ClassifierFolder } from './onnx-folder.ts';
import { createWordPiece } from './wordpiece.ts';

export interface Runtime {
  readonly InferenceSession: { readonly create: (model: Uint8Array) => Promise<unknown> };
  readonly Tensor: new (type: 'int64', data: BigInt64Array, dims: readonly number[]) => unknown;
  readonly env?: unknown;
}

interface Session {
  readonly inputNames: readonly string[];
  readonly outputNames: readonly string[];
  readonly run: (feeds: Readonly<Record<string, unknown>>) => Promise<unknown>;
}

/** True for the exports of a runtime. */
export function isRuntime(loaded: unknown): loaded is Runtime {
  if (typeof loaded !== 'object' || loaded === null || !('InferenceSession' in loaded) || !('Tensor' in loaded)) {
    return false;
  }
  const { InferenceSession: session, Tensor } = loaded;
  const isObject = typeof session === 'function' || (typeof session === 'object' && session !== null);
  return isObject && 'create' in session && typeof session.create === 'function' && typeof Tensor === 'function';
}

export interface LabelScore {
  readonly label: string;
  readonly score: number;
}

/**
 * Starts a model and tries it with one text, so that a model of another shape fails at the start. The result gives labels with
 * scores for each window of a text; without padding no mask is needed.
 *
 * @throws ModelUnavailableError
 */
export async function startOnnx(
  runtime: Runtime,
  folder: ClassifierFolder,
): Promise<(text: string) => Promise<LabelScore[][]>> {
  const tokenize = createWordPiece(folder.tokenizer);
  const session = await startSession(runtime, folder.model);
  const judgeWindow = async (ids: readonly number[]): Promise<LabelScore[]> => {
    const logits = await runOnce(runtime, session, ids);
    if (logits.length !== folder.labels.length) {
      const counts = `${logits.length} scores for ${folder.labels.length} labels`;
      throw new ModelUnavailableError(`The shape of the classifier differs from config.json: ${counts}`);
    }
    const scores = folder.multiLabel ? logits.map(logistic) : softmax(logits);
    return folder.labels.map((label, index) => ({ label, score: scores[index] ?? 0 }));
  };
  const judge = async (text: string): Promise<LabelScore[][]> => {
    const windows: LabelScore[][] = [];
    for (const ids of tokenize(text)) windows.push(await judgeWindow(ids));
    return windows;
  };
  await judge('A text to try the model.');
  return judge;
}

async function startSession(runtime: Runtime, model: Uint8Array): Promise<Session> {
  keepToOneThread(runtime.env);
  let session: unknown;
  try {
    session = await runtime.InferenceSession.create(model);
  } catch (cause) {
    throw new ModelUnavailableError('The file of TOXICITY_MODEL is not an ONNX model that the runtime can load', {
      cause,
    });
  }
  if (!isSession(session)) throw new ModelUnavailableError('The ONNX runtime does not have the expected interface');
  const unknown = session.inputNames.filter((name) => !(name in inputs));
  if (unknown.length > 0 || !session.inputNames.includes('input_ids')) {
    const expected = Object.keys(inputs).join(', ');
    throw new ModelUnavailableError(
      `The classifier asks for ${session.inputNames.join(', ') || 'nothing'}; a text classifier asks for ${expected}`,
    );
  }
  return session;
}

/** WebAssembly threads are workers that keep the process alive, and a gateway runs several requests anyway. */
function keepToOneThread(env: unknown): void {
  if (typeof env !== 'object' || env === null || !('wasm' in env)) return;
  const { wasm } = env;
  if (typeof wasm === 'object' && wasm !== null) Object.assign(wasm, { numThreads: 1 });
}

/** Possible model inputs, from the tokens of one text. */
const inputs: Readonly<Record<string, (ids: readonly number[]) => bigint[]>> = {
  input_ids: (ids) => ids.map(BigInt),
  attention_mask: (ids) => ids.map(() => 1n),
  token_type_ids: (ids) => ids.map(() => 0n),
};

async function runOnce({ Tensor }: Runtime, session: Session, ids: readonly number[]): Promise<number[]> {
  const feeds: Record<string, unknown> = {};
  for (const name of session.inputNames) {
    const values = inputs[name]?.(ids) ?? [];
    feeds[name] = new Tensor('int64', BigInt64Array.from(values), [1, ids.length]);
  }
  let results: unknown;
  try {
    results = await session.run(feeds);
  } catch (cause) {
    throw new AuditorFailure('MODEL_UNAVAILABLE', 'The classifier failed on a text', { cause });
  }
  return readLogits(results, session.outputNames.includes('logits') ? 'logits' : (session.outputNames[0] ?? ''));
}

/** Reads the scores of one text, a row of numbers: [1, labels]. */
function readLogits(results: unknown, name: string): number[] {
  const tensor = typeof results === 'object' && results !== null ? Reflect.get(results, name) : undefined;
  if (typeof tensor === 'object' && tensor !== null && 'data' in tensor && 'dims' in tensor) {
    const { data, dims } = tensor;
    const isRow = Array.isArray(dims) && dims.length === 2 && dims[0] === 1;
    if (isRow && data instanceof Float32Array && data.every(Number.isFinite)) return [...data];
    const shape = Array.isArray(dims) ? dims.join(' x ') : 'none';
    throw new ModelUnavailableError(
      `The answer of the classifier has the shape ${shape}, but must be 1 x labels of 32-bit numbers`,
    );
  }
  throw new ModelUnavailableError('The classifier does not answer');
}

const logistic = (logit: number): number => 1 / (1 + Math.exp(-logit));

function softmax(logits: readonly number[]): number[] {
  const highest = Math.max(...logits);
  const shares = logits.map((logit) => Math.exp(logit - highest));
  const sum = shares.reduce((total, share) => total + share, 0);
  return shares.map((share) => share / sum);
}

function isSession(session: unknown): session is Session {
  if (typeof session !== 'object' || session === null) return false;
  const [run, inputNames, outputNames] = ['run', 'inputNames', 'outputNames'].map((name) => Reflect.get(session, name));
  return typeof run === 'function' && Array.isArray(inputNames) && Array.isArray(outputNames);
}
