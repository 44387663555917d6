/**
 * A text classifier of a few hundred bytes, written as ONNX protobuf (onnx.proto3): each token has a logit for each label, and
 * the text's logit is the highest over its tokens. Labels and tokenizer complete the folder.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export interface TinyModel {
  /** Logits by token, one for each label; BERT's special tokens are added in front. */
  readonly words: Readonly<Record<string, readonly number[]>>;
  readonly labels: readonly string[];
  readonly problemType?: string;
  /** Name of the token input in the graph. Default: `input_ids`. */
  readonly inputName?: string;
  /** Labels of `config.json`, if they differ from the graph's. */
  readonly saidLabels?: readonly string[];
}

const special = ['[UNK]', '[CLS]', '[SEP]'];

/** Writes the folder of a classifier. */
export async function writeTinyModel(folder: string, model: TinyModel): Promise<Uint8Array> {
  const said = model.saidLabels ?? model.labels;
  const bytes = encodeModel(model);
  await mkdir(join(folder, 'onnx'), { recursive: true });
  await writeFile(join(folder, 'onnx', 'model.onnx'), bytes);
  const config = { problem_type: model.problemType, id2label: Object.fromEntries(said.entries()) };
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
  await writeFile(join(folder, 'tokenizer.json'), JSON.stringify(tinyTokenizer(Object.keys(model.words))));
  return bytes;
}

/** Content of `tokenizer.json` for some words. */
export function tinyTokenizer(words: readonly string[]): object {
  return {
    normalizer: { type: 'BertNormalizer', clean_text: true, handle_chinese_chars: true, lowercase: true },
    pre_tokenizer: { type: 'BertPreTokenizer' },
    model: {
      type: 'WordPiece',
      unk_token: '[UNK]',
      continuing_subword_prefix: '##',
      vocab: Object.fromEntries([...special, ...words].map((word, index) => [word, index])),
    },
  };
}

/** Gathers a row of logits for each token, then takes the highest over the tokens. */
function encodeModel({ words, labels, inputName = 'input_ids' }: TinyModel): Uint8Array {
  const rows = [...special.map(() => labels.map(() => -6)), ...Object.values(words)];
  const table = [
    ...varintField(1, rows.length),
    ...varintField(1, labels.length),
    ...varintField(2, float32),
    ...textField(8, 'table'),
    ...bytesField(9, new Uint8Array(Float32Array.from(rows.flat()).buffer)),
  ];
  const gather = [
    ...textField(1, 'table'),
    ...textField(1, inputName),
    ...textField(2, 'rows'),
    ...textField(4, 'Gather'),
  ];
  const axes = [...textField(1, 'axes'), ...varintField(8, 1), ...varintField(20, 7)];
  const dropAxis = [...textField(1, 'keepdims'), ...varintField(3, 0), ...varintField(20, 2)];
  const highest = [
    ...textField(1, 'rows'),
    ...textField(2, 'logits'),
    ...textField(4, 'ReduceMax'),
    ...bytesField(5, axes),
    ...bytesField(5, dropAxis),
  ];
  const graph = [
    ...bytesField(1, gather),
    ...bytesField(1, highest),
    ...textField(2, 'tiny'),
    ...bytesField(5, table),
    ...bytesField(11, valueInfo(inputName, int64, ['one', 'tokens'])),
    ...bytesField(12, valueInfo('logits', float32, ['one', labels.length])),
  ];
  const opset = [...textField(1, ''), ...varintField(2, 13)];
  return Uint8Array.from([...varintField(1, 8), ...bytesField(7, graph), ...bytesField(8, opset)]);
}

const float32 = 1;
const int64 = 7;

function valueInfo(name: string, type: number, dims: readonly (string | number)[]): number[] {
  const shape = dims.flatMap((dim) => bytesField(1, typeof dim === 'number' ? varintField(1, dim) : textField(2, dim)));
  const tensor = [...varintField(1, type), ...bytesField(2, shape)];
  return [...textField(1, name), ...bytesField(2, bytesField(1, tensor))];
}

const varintField = (field: number, value: number): number[] => [...varint(field << 3), ...varint(value)];

const bytesField = (field: number, bytes: readonly number[] | Uint8Array): number[] => [
  ...varint((field << 3) | 2),
  ...varint(bytes.length),
  ...bytes,
];

const textField = (field: number, text: string): number[] => bytesField(field, new TextEncoder().encode(text));

function varint(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push((rest & 127) | 128);
  return [...bytes, rest];
}
