import { describe, expect, it } from 'vitest';
import { idsOf, inspectBytes } from './bytes.fixture.ts';
import { kerasMetadata } from './keras-metadata.ts';
import { sentencePiece, tensorflowFingerprint } from './plain-protobuf.ts';
import { bytesField, message, numberField } from './protobuf.fixture.ts';
import { rawTensors, tensorflowIndex } from './raw-tensors.ts';

const named = (name: string) => ({ name, size: 100 });
const object = (metadata: string) =>
  bytesField(1, message(numberField(2, 1), bytesField(3, 'root'), bytesField(5, metadata)));

describe('files beside a model', () => {
  it('Keras metadata of ordinary layers are clean, a Lambda layer among them is not', async () => {
    const dense = object('{"class_name":"Dense","config":{}}');
    const lambda = object('{"class_name":"Lambda","config":{"function_type":"lambda"}}');
    expect(kerasMetadata.detect(dense, named('model/keras_metadata.pb'))).toBe(true);
    expect(await inspectBytes(kerasMetadata, dense)).toMatchObject({ complete: true, malwareFree: true });
    const found = await inspectBytes(kerasMetadata, message(dense, lambda));
    expect(idsOf(found)).toEqual(['keras_lambda']);
    expect(found.malwareFree).toBe(false);
    expect((await inspectBytes(kerasMetadata, object('{"class_name'))).malwareFree).toBeUndefined();
  });

  it('a SentencePiece vocabulary is checked structurally', async () => {
    const pieces = message(
      ...['<unk>', '▁the'].map((text) => bytesField(1, bytesField(1, text))),
      bytesField(2, 'spec'),
    );
    expect(sentencePiece.detect(pieces, named('tokenizer.model'))).toBe(true);
    expect(sentencePiece.detect(Buffer.from('PK\x03\x04'), named('tokenizer.model'))).toBe(false);
    expect(await inspectBytes(sentencePiece, pieces)).toMatchObject({ complete: true, malwareFree: true });
    expect((await inspectBytes(sentencePiece, pieces.subarray(0, 8))).malwareFree).toBeUndefined();
  });

  it('a fingerprint is checked structurally', async () => {
    expect(tensorflowFingerprint.detect(Buffer.alloc(0), named('fingerprint.pb'))).toBe(true);
    expect(await inspectBytes(tensorflowFingerprint, numberField(1, 2n ** 64n - 1n))).toMatchObject({
      malwareFree: true,
    });
    expect((await inspectBytes(tensorflowFingerprint, Buffer.from([0x80]))).complete).toBe(false);
  });

  it('raw numbers are recognised by their names, an index by its end', async () => {
    for (const name of ['m.onnx_data', 'm.onnx_data_12', 'm.onnx.data', 'variables/variables.data-00000-of-00001']) {
      expect(rawTensors.detect(Buffer.alloc(4), named(name))).toBe(true);
    }
    expect(rawTensors.detect(Buffer.alloc(4), named('m.data'))).toBe(false);
    expect((await inspectBytes(rawTensors, Buffer.alloc(9))).malwareFree).toBe(true);
    const index = Buffer.concat([Buffer.alloc(40), Buffer.from('57fb808b247547db', 'hex')]);
    expect((await inspectBytes(tensorflowIndex, index)).malwareFree).toBe(true);
    expect((await inspectBytes(tensorflowIndex, Buffer.alloc(48))).malwareFree).toBeUndefined();
  });
});
