// Checks ONNX models: the protobuf structure, tensors with external data, operators that need foreign code, and the depth of
// nested graphs. Weights are skipped, so a model of gigabytes costs only its structure.

import type { ByteSource } from '../byte-source.ts';
import type { InspectionContext, Inspector } from '../finding.ts';
import { createCursor } from './cursor.ts';
import { assertInTime, createBudget, inspectGuarded } from './guarded.ts';
import { model } from './onnx-schema.ts';
import { createOnnxVisitor } from './onnx-visitor.ts';
import { walkMessage } from './protobuf.ts';
import type { Report } from './report.ts';

/** Far above the newest published version of the representation. */
const maxIrVersion = 40;
const fieldsPerEntry = 64;
const walkDepth = 512;
const maxFieldBytes = 64 * 1024;
const ticksPerLook = 4096;

export const onnx: Inspector = {
  format: 'onnx',
  extensions: ['onnx', 'onnx_data'],
  detect: (head, { name }) => looksLikeModel(head) || (head[0] === 0x08 && name.toLowerCase().endsWith('.onnx')),
  inspect: (source, context) => inspectGuarded('onnx', context, (report) => walkModel(source, context, report)),
};

async function walkModel(source: ByteSource, context: InspectionContext, report: Report): Promise<void> {
  const spend = createBudget(context.limits.maxEntries * fieldsPerEntry, 'fields');
  let ticks = 0;
  const visitor = createOnnxVisitor(report, () => {
    spend();
    ticks += 1;
    if (ticks % ticksPerLook === 0) assertInTime(context);
  });
  await walkMessage(createCursor(source), source.size, model, visitor, { maxDepth: walkDepth, maxFieldBytes });
  const { irVersion, graphs, functions } = visitor.summary();
  if (irVersion < 1 || irVersion > maxIrVersion) report.add('format_malformed', { offset: 0, more: 'ir_version.' });
  if (graphs === 0 && functions === 0) report.add('format_malformed', { offset: 0, more: 'There is no graph.' });
}

/**
 * ModelProto has no magic. Its first field is `ir_version`, followed by strings or the graph in field order. A TensorFlow
 * SavedModel begins alike, but its second field is a message, not the producer's name.
 */
function looksLikeModel(head: Uint8Array): boolean {
  const [tag, version = 0, next, length = 0, first = 0] = head;
  if (tag !== 0x08 || version < 1 || version > maxIrVersion) return false;
  if (next === 0x12 || next === 0x1a || next === 0x22) {
    const text = head.subarray(4, 4 + Math.min(length, 64));
    return length < 128 && text.every((byte) => byte >= 0x20 && byte < 0x7f) && (length > 0 || first !== 0x0a);
  }
  // model_version, doc_string, graph, opset_import
  return next === 0x28 || next === 0x32 || next === 0x3a || next === 0x42;
}
