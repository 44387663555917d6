// Writes protobuf messages for tests: ONNX models and TensorFlow graphs, field by field.

export function varint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    bytes.push(Number(rest & 127n) | (rest > 127n ? 128 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(bytes);
}

export function numberField(field: number, value: number | bigint): Buffer {
  return Buffer.concat([varint(field * 8), varint(value)]);
}

export function bytesField(field: number, value: Uint8Array | string): Buffer {
  const bytes = Buffer.from(value);
  return Buffer.concat([varint(field * 8 + 2), varint(bytes.length), bytes]);
}

/** Concatenated fields of a message. */
export function message(...fields: Uint8Array[]): Buffer {
  return Buffer.concat(fields);
}

export function onnxNode(operator: string, domain = '', ...attributes: Uint8Array[]): Buffer {
  const extra = attributes.map((attribute) => bytesField(5, attribute));
  return message(bytesField(1, 'x'), bytesField(2, 'y'), bytesField(4, operator), ...extra, bytesField(7, domain));
}

/** An ONNX tensor: dimensions, type code, raw data, place of its data. */
export function onnxTensor(
  dims: readonly (number | bigint)[],
  type: number,
  raw?: Uint8Array,
  external: Readonly<Record<string, string>> = {},
): Buffer {
  return message(
    ...dims.map((dimension) => numberField(1, dimension)),
    numberField(2, type),
    bytesField(8, 'w'),
    ...(raw === undefined ? [] : [bytesField(9, raw)]),
    ...Object.entries(external).map(([key, value]) =>
      bytesField(13, message(bytesField(1, key), bytesField(2, value))),
    ),
    ...(Object.keys(external).length === 0 ? [] : [numberField(14, 1)]),
  );
}

export function onnxGraph(nodes: readonly Uint8Array[], initializers: readonly Uint8Array[] = []): Buffer {
  return message(
    ...nodes.map((node) => bytesField(1, node)),
    bytesField(2, 'graph'),
    ...initializers.map((tensor) => bytesField(5, tensor)),
  );
}

/** An ONNX model with a graph. */
export function onnxModel(graph: Uint8Array, ...fields: Uint8Array[]): Buffer {
  return message(
    numberField(1, 8),
    bytesField(2, 'pytorch'),
    bytesField(3, '2.1'),
    bytesField(7, graph),
    bytesField(8, message(bytesField(1, ''), numberField(2, 17))),
    ...fields,
  );
}

/** A TensorFlow node: name, operator, attributes by name (their value messages). */
export function tensorflowNode(operator: string, attributes: Readonly<Record<string, Uint8Array>> = {}): Buffer {
  return message(
    bytesField(1, `node_${operator}`),
    bytesField(2, operator),
    ...Object.entries(attributes).map(([name, value]) =>
      bytesField(5, message(bytesField(1, name), bytesField(2, value))),
    ),
  );
}

/** A SavedModel with one graph; functions are lists of nodes. */
export function savedModel(nodes: readonly Uint8Array[], functions: readonly (readonly Uint8Array[])[] = []): Buffer {
  const library = message(
    ...functions.map((body) => bytesField(1, message(...body.map((node) => bytesField(3, node))))),
  );
  const graph = message(...nodes.map((node) => bytesField(1, node)), bytesField(2, library));
  const metaGraph = message(bytesField(1, bytesField(4, 'serve')), bytesField(2, graph));
  return message(numberField(1, 1), bytesField(2, metaGraph));
}
