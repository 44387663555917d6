// Checks TensorFlow graphs (SavedModel and frozen GraphDef) for operators besides arithmetic. Constants are skipped by length.

import type { ByteSource } from '../byte-source.ts';
import type { InspectionContext, Inspector } from '../finding.ts';
import { createCursor } from './cursor.ts';
import { assertInTime, createBudget, inspectGuarded } from './guarded.ts';
import { type MessageRule, type MessageVisitor, walkMessage } from './protobuf.ts';
import type { Report } from './report.ts';
import { operatorRisk } from './tensorflow-operators.ts';

const bytes = { bytes: true } as const;

/** An attribute value: text of `output_stream` and `debug_urls`, and functions given as lists of nodes. */
const attributeList: MessageRule = { name: 'attributeList', fields: { 2: bytes } };
const attributeValue: MessageRule = {
  name: 'attributeValue',
  fields: { 1: { message: () => attributeList }, 2: bytes },
};
const attribute: MessageRule = { name: 'attribute', fields: { 1: bytes, 2: { message: () => attributeValue } } };
const node: MessageRule = { name: 'node', fields: { 1: bytes, 2: bytes, 5: { message: () => attribute } } };
const functionBody: MessageRule = { name: 'function', fields: { 3: { message: () => node } } };
const library: MessageRule = { name: 'library', fields: { 1: { message: () => functionBody } } };
const graph: MessageRule = {
  name: 'graph',
  fields: { 1: { message: () => node }, 2: { message: () => library } },
};
const metaGraph: MessageRule = { name: 'metaGraph', fields: { 2: { message: () => graph } } };
const savedModel: MessageRule = { name: 'savedModel', fields: { 2: { message: () => metaGraph } } };

const fieldsPerEntry = 64;
const maxFieldBytes = 4096;
const walkDepth = 64;
const ticksPerLook = 4096;

export const tensorflowSavedModel: Inspector = {
  format: 'tensorflow',
  extensions: ['pb'],
  detect: (head, { name }) =>
    startsWithSavedModel(head) || (head[0] === 0x08 && /(?:^|[/\\])saved_model\.pb$/i.test(name)),
  inspect: (source, context) =>
    inspectGuarded('tensorflow', context, (report) => walkGraphs(source, savedModel, context, report)),
};

export const tensorflowGraph: Inspector = {
  format: 'tensorflow_graph',
  extensions: ['pb', 'graphdef', 'meta'],
  detect: startsWithNode,
  inspect: (source, context) =>
    inspectGuarded('tensorflow_graph', context, (report) => walkGraphs(source, graph, context, report)),
};

async function walkGraphs(
  source: ByteSource,
  rule: MessageRule,
  context: InspectionContext,
  report: Report,
): Promise<void> {
  const spend = createBudget(context.limits.maxEntries * fieldsPerEntry, 'fields');
  let ticks = 0;
  const visitor = createGraphVisitor(report, () => {
    spend();
    ticks += 1;
    if (ticks % ticksPerLook === 0) assertInTime(context);
  });
  await walkMessage(createCursor(source), source.size, rule, visitor, { maxDepth: walkDepth, maxFieldBytes });
  if (visitor.nodes() === 0) report.add('format_malformed', { offset: 0, more: 'There is no operator.' });
}

function createGraphVisitor(report: Report, tick: () => void): MessageVisitor & { nodes: () => number } {
  let nodes = 0;
  let current = { operator: '', offset: 0, targets: [] as string[] };
  // A map entry may give its value before its key, so texts are held until the attribute ends.
  let attributeState = { name: '', texts: [] as string[], tooLong: false };
  return {
    tick,
    nodes: () => nodes,
    open(message, _field, offset) {
      if (message === 'attribute') attributeState = { name: '', texts: [], tooLong: false };
      if (message !== 'node') return;
      nodes += 1;
      current = { operator: '', offset, targets: [] };
    },
    close(message) {
      if (message === 'node') checkOperator(current, report);
      if (message !== 'attribute' || !isTarget(attributeState.name)) return;
      current.targets.push(...attributeState.texts);
      if (attributeState.tooLong) report.add('format_limit', { offset: current.offset });
    },
    bytes(message, field, value) {
      const text = Buffer.from(value).toString('utf8');
      if (message === 'node' && field === 2) current.operator = text;
      else if (message === 'attribute') attributeState.name = text;
      else if (message !== 'node') attributeState.texts.push(text);
    },
    skipped(message, field, _length, offset) {
      // No reader knows an operator name this long; it may hide one.
      if (message === 'node' && field === 2) report.add('format_limit', { offset });
      else if (message.startsWith('attribute')) attributeState.tooLong = true;
    },
  };
}

/** True for attributes that name an output target. */
function isTarget(attributeName: string): boolean {
  return attributeName === 'output_stream' || attributeName === 'debug_urls';
}

function checkOperator(node: { operator: string; offset: number; targets: string[] }, report: Report): void {
  const { operator, offset, targets } = node;
  const risk = operatorRisk(operator);
  if (risk !== undefined) report.add(risk, { offset, module: operator });
  // `PrintV2` writes to a file if its stream says so; debug operators send tensors to any address.
  for (const target of targets) {
    if (target.startsWith('file:')) report.add('tensorflow_file_access', { offset, module: operator });
    else if (/^[a-z]+:\/\//.test(target)) report.add('tensorflow_network', { offset, module: operator });
  }
}

/** `saved_model_schema_version` 1, then a MetaGraphDef that begins with its MetaInfoDef or its graph. */
function startsWithSavedModel(head: Uint8Array): boolean {
  if (head[0] !== 0x08 || head[1] !== 0x01 || head[2] !== 0x12) return false;
  let at = 3;
  while (at < 12 && (head[at] ?? 0) >= 0x80) at += 1;
  return head[at + 1] === 0x0a || head[at + 1] === 0x12;
}

/** Detects a GraphDef: it begins with a node, which begins with its name and operator, two short printable strings. */
function startsWithNode(head: Uint8Array, { name }: { name: string }): boolean {
  if (head[0] !== 0x0a || !/\.(?:pb|graphdef)$/i.test(name)) return false;
  let at = 1;
  while (at < 10 && (head[at] ?? 0) >= 0x80) at += 1;
  at += 1;
  const nameLength = head[at + 1] ?? 0;
  if (head[at] !== 0x0a || nameLength >= 128) return false;
  const text = head.subarray(at + 2, at + 2 + nameLength);
  return text.every((byte) => byte >= 0x20 && byte < 0x7f) && head[at + 2 + nameLength] === 0x12;
}
