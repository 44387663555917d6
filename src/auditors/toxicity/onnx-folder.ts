/**
 * The folder of an ONNX classifier, laid out as models are published: `onnx/model.onnx` or `model.onnx`, `config.json` with the
 * labels, `tokenizer.json`. Anything missing or wrong is reported with a reason.
 */
import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ModelUnavailableError } from '@assay/sdk';

export interface ClassifierFolder {
  readonly model: Uint8Array;
  /** In the order of the model's output. */
  readonly labels: readonly string[];
  /** True if each label is independent; otherwise the labels exclude each other. */
  readonly multiLabel: boolean;
  /** Content of `tokenizer.json`. */
  readonly tokenizer: unknown;
}

const modelFiles = ['onnx/model.onnx', 'model.onnx', 'onnx/model_quantized.onnx', 'model_quantized.onnx'];
/** Exceeds any vocabulary in use. */
const maxJsonBytes = 64 * 1024 * 1024;
/** Largest protobuf message, and so largest ONNX file. */
const maxModelBytes = 2 ** 31 - 1;
const maxLabels = 256;

/** Reads the folder. @throws ModelUnavailableError, also when the model does not have the named SHA-256. */
export async function readClassifierFolder(folder: string, sha256?: string): Promise<ClassifierFolder> {
  const model = await readModel(folder, sha256);
  const config = await readJson(join(folder, 'config.json'));
  const tokenizer = await readJson(join(folder, 'tokenizer.json'));
  return { model, tokenizer, ...readLabels(config, folder) };
}

/** Reads the model. @throws ModelUnavailableError when the file is not the one that the operator named. */
export async function readModel(folder: string, sha256?: string): Promise<Uint8Array> {
  const path = await findModel(folder);
  const model = await readFile(path);
  const found = createHash('sha256').update(model).digest('hex');
  if (sha256 !== undefined && found !== sha256) {
    throw new ModelUnavailableError(`${path} has the SHA-256 ${found}, not ${sha256}`);
  }
  return model;
}

async function findModel(folder: string): Promise<string> {
  for (const name of modelFiles) {
    const path = join(folder, name);
    const size = await sizeOf(path);
    if (size === undefined) continue;
    if (size > maxModelBytes) throw new ModelUnavailableError(`${path} is larger than 2 GiB`);
    return path;
  }
  throw new ModelUnavailableError(`${folder} has no ONNX model: looked for ${modelFiles.join(', ')}`);
}

async function readJson(path: string): Promise<unknown> {
  const size = await sizeOf(path);
  if (size === undefined) throw new ModelUnavailableError(`${path} is missing`);
  if (size > maxJsonBytes) throw new ModelUnavailableError(`${path} is larger than ${maxJsonBytes} bytes`);
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (cause) {
    throw new ModelUnavailableError(`${path} is not JSON`, { cause });
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR')) {
      return undefined;
    }
    throw new ModelUnavailableError(`${path} cannot be read`, { cause: error });
  }
}

function readLabels(config: unknown, folder: string): { labels: string[]; multiLabel: boolean } {
  const id2label = memberOf(config, 'id2label');
  const count = typeof id2label === 'object' && id2label !== null ? Object.keys(id2label).length : 0;
  const labels = Array.from({ length: Math.min(count, maxLabels) }, (_, index) => memberOf(id2label, String(index)));
  if (count === 0 || count > maxLabels || !labels.every((label) => typeof label === 'string')) {
    throw new ModelUnavailableError(
      `${join(folder, 'config.json')} must name the labels as id2label: {"0": …, "1": …}, at most ${maxLabels}`,
    );
  }
  // Labels that exclude each other need at least two.
  return { labels, multiLabel: count === 1 || memberOf(config, 'problem_type') === 'multi_label_classification' };
}

/** Reads a member of a JSON value that may be an object. */
export function memberOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Object.getOwnPropertyDescriptor(value, name)?.value : undefined;
}
