// Visits the structure of an ONNX model and reports errors of its tensors, operators and nesting.

import { StopInspectionError } from './guarded.ts';
import { elementBits, fieldNumbers } from './onnx-schema.ts';
import { leadsOutside } from './outside-path.ts';
import type { MessageVisitor } from './protobuf.ts';
import type { Report } from './report.ts';

export interface OnnxVisitor extends MessageVisitor {
  summary: () => { irVersion: bigint; graphs: number; functions: number };
}

interface TensorState {
  dims: bigint[];
  type: number;
  rawBytes?: number;
  offset: number;
}

interface NodeState {
  operator: string;
  domain: string;
  offset: number;
  /** Path named by the node, if its data are not embedded. */
  contextPath?: string;
  isEmbedded: boolean;
}

interface AttributeState {
  name: string;
  text: string;
  number: bigint;
}

/** Domains whose operators published runtimes include. */
const knownDomains = new Set([
  '',
  'ai.onnx',
  'ai.onnx.ml',
  'ai.onnx.training',
  'ai.onnx.preview',
  'ai.onnx.preview.training',
  'ai.onnx.contrib',
  'com.microsoft',
  'com.microsoft.experimental',
  'com.microsoft.nchwc',
  'com.ms.internal.nhwc',
]);
/** Operators that call functions of the Python process. */
const pythonOperators = new Set(['PyOp', 'PyCustomOp', 'PythonOp', 'PythonOpGrad']);
const maxGraphDepth = 32;
const maxDimensions = 1024;
const overflow = 2n ** 63n;

/** Makes the visitor of one model. `tick` is called for each field. */
export function createOnnxVisitor(report: Report, tick: () => void): OnnxVisitor {
  const domains = new Map<string, number>();
  const functionDomains = new Set<string>();
  let irVersion = 0n;
  let graphs = 0;
  let functions = 0;
  let graphDepth = 0;
  let tensor: TensorState = newTensor(0);
  let entry = { key: '', value: '', offset: 0 };
  const attributes: AttributeState[] = [];
  const nodes: NodeState[] = [];

  return {
    tick,
    open(message, _field, offset) {
      if (message === 'graph') {
        graphs += 1;
        graphDepth += 1;
        if (graphDepth > maxGraphDepth) throw new StopInspectionError('onnx_nesting', { offset });
      } else if (message === 'function') functions += 1;
      else if (message === 'tensor') tensor = newTensor(offset);
      else if (message === 'entry') entry = { key: '', value: '', offset };
      else if (message === 'attribute') attributes.push({ name: '', text: '', number: 0n });
      else if (message === 'node') nodes.push({ operator: '', domain: '', offset, isEmbedded: true });
    },
    close(message) {
      if (message === 'graph') graphDepth -= 1;
      else if (message === 'tensor') checkTensor(tensor, report);
      else if (message === 'entry') checkExternal(entry, report);
      else if (message === 'attribute') takeAttribute(nodes.at(-1), attributes.pop());
      else if (message === 'node') closeNode(nodes.pop(), domains, report);
      else if (message === 'model') reportDomains(domains, functionDomains, report);
    },
    number(message, field, value) {
      if (message === 'model' && field === fieldNumbers.modelVersion) irVersion = value;
      else if (message === 'tensor' && field === fieldNumbers.tensorDims) addDimension(tensor, value);
      else if (message === 'tensor' && field === fieldNumbers.tensorType) tensor.type = Number(value);
      const attribute = attributes.at(-1);
      if (attribute !== undefined && message === 'attribute' && field === fieldNumbers.attributeNumber) {
        attribute.number = value;
      }
    },
    bytes(message, field, value) {
      if (message === 'tensor') return addPackedDimensions(tensor, value);
      const text = Buffer.from(value).toString('utf8');
      const node = nodes.at(-1);
      const attribute = attributes.at(-1);
      if (message === 'entry' && field === fieldNumbers.entryKey) entry.key = text;
      else if (message === 'entry') entry.value = text;
      else if (attribute !== undefined && message === 'attribute') {
        if (field === fieldNumbers.attributeName) attribute.name = text;
        else attribute.text = text;
      } else if (message === 'function') functionDomains.add(text);
      else if (node !== undefined && message === 'node' && field === fieldNumbers.nodeOperator) node.operator = text;
      else if (node !== undefined && message === 'node') node.domain = text;
    },
    skipped(message, field, length, offset) {
      if (message === 'tensor' && field === fieldNumbers.tensorRawData) tensor.rawBytes = length;
      // No name, domain, path or list of dimensions is this long; the text of an attribute may be.
      const isName = message === 'entry' || message === 'node' || (message === 'tensor' && field === 1);
      if (isName && isHeld(message, field)) throw new StopInspectionError('format_limit', { offset });
    },
    summary: () => ({ irVersion, graphs, functions }),
  };
}

function isHeld(message: string, field: number): boolean {
  if (message === 'node') return field === fieldNumbers.nodeOperator || field === fieldNumbers.nodeDomain;
  return field === 1 || field === 2;
}

function newTensor(offset: number): TensorState {
  return { dims: [], type: 0, offset };
}

function addDimension(tensor: TensorState, value: bigint): void {
  if (tensor.dims.length >= maxDimensions) throw new StopInspectionError('format_limit', { offset: tensor.offset });
  tensor.dims.push(value);
}

function addPackedDimensions(tensor: TensorState, bytes: Uint8Array): void {
  let value = 0n;
  let shift = 0n;
  for (const byte of bytes) {
    value |= BigInt(byte & 0x7f) << shift;
    shift += 7n;
    if (shift > 70n) throw new StopInspectionError('format_malformed', { offset: tensor.offset });
    if (byte >= 0x80) continue;
    addDimension(tensor, value);
    value = 0n;
    shift = 0n;
  }
}

function checkTensor(tensor: TensorState, report: Report): void {
  const { dims, type, rawBytes, offset } = tensor;
  let elements = 1n;
  for (const dimension of dims) {
    elements *= dimension;
    if (dimension < overflow && elements < overflow) continue;
    report.add('onnx_overflow', { offset });
    return;
  }
  const bits = elementBits[type];
  if (bits === undefined || rawBytes === undefined) return;
  const expected = (elements * bits + 7n) / 8n;
  if (expected >= overflow) report.add('onnx_overflow', { offset });
  else if (BigInt(rawBytes) !== expected) report.add('onnx_size_mismatch', { offset });
}

/** Checks the place of a tensor's data: a path relative to the model, and numbers. */
function checkExternal({ key, value, offset }: { key: string; value: string; offset: number }, report: Report): void {
  if (key === 'location' || key === 'basepath') {
    const reason = leadsOutside(value);
    if (reason !== undefined) report.add('onnx_external_path', { offset, more: `It is ${reason}.` });
  } else if ((key === 'offset' || key === 'length') && !/^[0-9]{1,18}$/.test(value)) {
    report.add('onnx_overflow', { offset, more: 'Place of external data.' });
  }
}

/** `EPContext` nodes load compiled code from a file beside the model unless it is embedded. */
function takeAttribute(node: NodeState | undefined, attribute: AttributeState | undefined): void {
  if (node === undefined || attribute === undefined) return;
  if (attribute.name === 'ep_cache_context') node.contextPath = attribute.text;
  if (attribute.name === 'embed_mode') node.isEmbedded = attribute.number !== 0n;
}

function closeNode(node: NodeState | undefined, domains: Map<string, number>, report: Report): void {
  if (node === undefined) return;
  const { operator, domain, offset, contextPath, isEmbedded } = node;
  if (!domains.has(domain)) domains.set(domain, offset);
  if (pythonOperators.has(operator)) report.add('onnx_python_operator', { offset, module: operator });
  if (operator !== 'EPContext' || isEmbedded || contextPath === undefined) return;
  const reason = leadsOutside(contextPath);
  if (reason !== undefined) report.add('onnx_external_path', { offset, more: `It is ${reason}.` });
}

/** Functions inside the model define their own domains; any other domain needs a library. */
function reportDomains(domains: Map<string, number>, functionDomains: Set<string>, report: Report): void {
  for (const [domain, offset] of domains) {
    if (knownDomains.has(domain) || functionDomains.has(domain)) continue;
    report.add('onnx_custom_domain', { offset, module: domain });
  }
}
