/** Errors of a runtime or a model, with a replaced runtime; `onnx-classifier.test.ts` uses the real one. */
import { describe, expect, it } from 'vitest';
import { tinyTokenizer } from './onnx-model.fixture.ts';
import { isRuntime, type Runtime, startOnnx } from './onnx-session.ts';

class FakeTensor {
  readonly type: string;
  readonly data: BigInt64Array;
  readonly dims: readonly number[];
  constructor(type: string, data: BigInt64Array, dims: readonly number[]) {
    this.type = type;
    this.data = data;
    this.dims = dims;
  }
}

interface FakeModel {
  readonly inputNames?: readonly string[];
  readonly answer?: unknown;
}

function fakeRuntime({ inputNames = ['input_ids'], answer }: FakeModel) {
  const fed: Record<string, unknown>[] = [];
  const run = (feeds: Record<string, unknown>): Promise<unknown> => {
    fed.push(feeds);
    return Promise.resolve(answer);
  };
  const session = { inputNames, outputNames: ['logits'], run };
  const env = { wasm: {} };
  const runtime: Runtime = { InferenceSession: { create: () => Promise.resolve(session) }, Tensor: FakeTensor, env };
  return { runtime, fed, env };
}

const folder = { model: new Uint8Array(), labels: ['toxic', 'ok'], multiLabel: false, tokenizer: tinyTokenizer(['a']) };
const logits = (...values: number[]) => ({ logits: { data: Float32Array.from(values), dims: [1, values.length] } });

describe('a session', () => {
  it('receives the tokens of one window at a time, with a mask and types if the model needs them', async () => {
    const inputNames = ['input_ids', 'attention_mask', 'token_type_ids'];
    const { runtime, fed } = fakeRuntime({ inputNames, answer: logits(1, 1) });
    const judge = await startOnnx(runtime, folder);
    const even = [
      { label: 'toxic', score: 0.5 },
      { label: 'ok', score: 0.5 },
    ];
    expect(await judge('a a')).toEqual([even]);
    expect(fed.at(-1)).toEqual({
      input_ids: new FakeTensor('int64', BigInt64Array.of(1n, 3n, 3n, 2n), [1, 4]),
      attention_mask: new FakeTensor('int64', BigInt64Array.of(1n, 1n, 1n, 1n), [1, 4]),
      token_type_ids: new FakeTensor('int64', BigInt64Array.of(0n, 0n, 0n, 0n), [1, 4]),
    });
  });

  it('runs on one thread: workers would keep the process alive', async () => {
    const { runtime, env } = fakeRuntime({ answer: logits(0, 0) });
    await startOnnx(runtime, folder);
    expect(env.wasm).toEqual({ numThreads: 1 });
  });

  it('keeps its certainty within 0 and 1 for unbounded logits', async () => {
    const { runtime } = fakeRuntime({ answer: logits(3e38, -3e38) });
    const judge = await startOnnx(runtime, folder);
    expect(await judge('a')).toMatchObject([[{ score: 1 }, { score: 0 }]]);
  });

  it.each([
    ['no answer', { answer: {} }, 'does not answer'],
    ['an answer for each token', { answer: { logits: { data: new Float32Array(6), dims: [1, 3, 2] } } }, '1 x 3 x 2'],
    ['numbers of another size', { answer: { logits: { data: new Float64Array(2), dims: [1, 2] } } }, '32-bit'],
    ['no numbers', { answer: logits(Number.NaN, 0) }, '32-bit'],
    ['another input', { inputNames: ['input_ids', 'past_key_values'] }, 'asks for input_ids, past_key_values'],
    ['no tokens', { inputNames: ['attention_mask'] }, 'asks for attention_mask'],
  ])('is refused at the start with %s', async (_, model: FakeModel, message) => {
    const starting = startOnnx(fakeRuntime(model).runtime, folder);
    await expect(starting).rejects.toMatchObject({
      code: 'MODEL_UNAVAILABLE',
      message: expect.stringContaining(message),
    });
  });

  it.each([[undefined], [{}], [{ InferenceSession: {}, Tensor: FakeTensor }], [{ InferenceSession: { create: 1 } }]])(
    'is refused for a package that is no runtime: %j',
    (exports) => expect(isRuntime(exports)).toBe(false),
  );
});
