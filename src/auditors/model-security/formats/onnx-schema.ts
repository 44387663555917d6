// The inspected parts of onnx.proto: messages and field numbers as ONNX defines them.

import type { MessageRule } from './protobuf.ts';

const bytes = { bytes: true } as const;

const entry: MessageRule = { name: 'entry', fields: { 1: bytes, 2: bytes } };
/** Messages whose structure alone matters: a reader refuses the model if it is broken. */
const property: MessageRule = { name: 'property', fields: {} };
const operatorSet: MessageRule = { name: 'operatorSet', fields: {} };
const dimension: MessageRule = { name: 'dimension', fields: {} };
const shape: MessageRule = { name: 'shape', fields: { 1: { message: () => dimension } } };
const tensorType: MessageRule = { name: 'tensorType', fields: { 2: { message: () => shape } } };
const elementType: MessageRule = { name: 'elementType', fields: { 1: { message: () => type } } };
const mapType: MessageRule = { name: 'mapType', fields: { 2: { message: () => type } } };
const type: MessageRule = {
  name: 'type',
  // tensor, sequence, map, sparse tensor, optional
  fields: {
    1: { message: () => tensorType },
    4: { message: () => elementType },
    5: { message: () => mapType },
    8: { message: () => tensorType },
    9: { message: () => elementType },
  },
};
const valueInfo: MessageRule = {
  name: 'valueInfo',
  fields: { 2: { message: () => type }, 4: { message: () => property } },
};
const annotation: MessageRule = { name: 'annotation', fields: { 2: { message: () => property } } };

const tensor: MessageRule = {
  name: 'tensor',
  // dims (packed), segment, external_data, metadata_props
  fields: {
    1: bytes,
    3: { message: () => property },
    13: { message: () => entry },
    16: { message: () => property },
  },
};

const sparseTensor: MessageRule = {
  name: 'sparseTensor',
  fields: { 1: { message: () => tensor }, 2: { message: () => tensor } },
};

const attribute: MessageRule = {
  name: 'attribute',
  // name, s, t, g, tensors, graphs, tp, type_protos, sparse_tensor, sparse_tensors
  fields: {
    1: bytes,
    4: bytes,
    5: { message: () => tensor },
    6: { message: () => graph },
    10: { message: () => tensor },
    11: { message: () => graph },
    14: { message: () => type },
    15: { message: () => type },
    22: { message: () => sparseTensor },
    23: { message: () => sparseTensor },
  },
};

const node: MessageRule = {
  name: 'node',
  // op_type, attribute, domain, metadata_props
  fields: { 4: bytes, 5: { message: () => attribute }, 7: bytes, 9: { message: () => property } },
};

const graph: MessageRule = {
  name: 'graph',
  // node, initializer, input, output, value_info, quantization_annotation, sparse_initializer, metadata_props
  fields: {
    1: { message: () => node },
    5: { message: () => tensor },
    11: { message: () => valueInfo },
    12: { message: () => valueInfo },
    13: { message: () => valueInfo },
    14: { message: () => annotation },
    15: { message: () => sparseTensor },
    16: { message: () => property },
  },
};

const functionBody: MessageRule = {
  name: 'function',
  // node, opset_import, domain, attribute_proto, value_info, metadata_props
  fields: {
    7: { message: () => node },
    9: { message: () => operatorSet },
    10: bytes,
    11: { message: () => attribute },
    12: { message: () => valueInfo },
    14: { message: () => property },
  },
};

const training: MessageRule = {
  name: 'training',
  // initialization, algorithm, and their bindings
  fields: {
    1: { message: () => graph },
    2: { message: () => graph },
    3: { message: () => property },
    4: { message: () => property },
  },
};

/** ModelProto: graph, opset_import, metadata_props, training_info, functions. */
export const model: MessageRule = {
  name: 'model',
  fields: {
    7: { message: () => graph },
    8: { message: () => operatorSet },
    14: { message: () => property },
    20: { message: () => training },
    25: { message: () => functionBody },
  },
};

/** Field numbers by message, for the visitor's look-ups. */
export const fieldNumbers = {
  modelVersion: 1,
  tensorDims: 1,
  tensorType: 2,
  tensorRawData: 9,
  entryKey: 1,
  entryValue: 2,
  attributeName: 1,
  attributeNumber: 3,
  attributeText: 4,
  nodeOperator: 4,
  nodeDomain: 7,
  functionDomain: 10,
} as const;

/** Bits of an element, by data type code; strings (8) have no size. */
export const elementBits: Readonly<Record<number, bigint>> = {
  1: 32n, // float
  2: 8n, // uint8
  3: 8n, // int8
  4: 16n, // uint16
  5: 16n, // int16
  6: 32n, // int32
  7: 64n, // int64
  9: 8n, // bool
  10: 16n, // float16
  11: 64n, // double
  12: 32n, // uint32
  13: 64n, // uint64
  14: 64n, // complex64
  15: 128n, // complex128
  16: 16n, // bfloat16
  17: 8n, // float8e4m3fn
  18: 8n, // float8e4m3fnuz
  19: 8n, // float8e5m2
  20: 8n, // float8e5m2fnuz
  21: 4n, // uint4
  22: 4n, // int4
  23: 4n, // float4e2m1
  24: 8n, // float8e8m0
  25: 2n, // uint2
  26: 2n, // int2
};
