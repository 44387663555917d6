// Checks TensorFlow Lite models: the operator table of the FlatBuffer, which names custom operators and those of full TensorFlow
// ("Flex"). Every offset comes from the file and is checked before it is followed.

import type { ByteSource } from '../byte-source.ts';
import type { InspectionContext, Inspector } from '../finding.ts';
import { createCursor } from './cursor.ts';
import { assertInTime, inspectGuarded, StopInspectionError } from './guarded.ts';
import type { Report } from './report.ts';
import { operatorRisk } from './tensorflow-operators.ts';

const identifier = 'TFL3';
/** Field indices of `Model` and `OperatorCode` in the FlatBuffers schema. */
const operatorCodesField = 1;
const customCodeField = 1;
const flexPrefix = 'Flex';
const maxNameBytes = 1024;

export const tflite: Inspector = {
  format: 'tflite',
  extensions: ['tflite', 'lite'],
  detect: (head) => Buffer.from(head.subarray(4, 8)).toString('latin1') === identifier,
  inspect: (source, context) => inspectGuarded('tflite', context, (report) => checkOperators(source, context, report)),
};

async function checkOperators(source: ByteSource, context: InspectionContext, report: Report): Promise<void> {
  const root = await readNumber(source, 0);
  const codes = await followField(source, root, operatorCodesField);
  // A model without operators returns its input: valid and harmless.
  if (codes === undefined) return;
  const count = await readNumber(source, codes);
  if (count > context.limits.maxEntries) throw new StopInspectionError('format_limit', { offset: codes });
  for (let index = 0; index < count; index += 1) {
    assertInTime(context);
    const slot = codes + 4 + index * 4;
    const name = await readCustomName(source, slot + (await readNumber(source, slot)));
    if (name !== undefined) reportOperator(name, slot, report);
  }
}

function reportOperator(name: string, offset: number, report: Report): void {
  const operator = name.startsWith(flexPrefix) ? name.slice(flexPrefix.length) : undefined;
  const risk = operator === undefined ? undefined : operatorRisk(operator);
  if (risk !== undefined) report.add(risk, { offset, module: name });
  // Operators of full TensorFlow come with its library; any other needs foreign code.
  else if (operator === undefined && !name.startsWith('TFLite_')) {
    report.add('tflite_custom_operator', { offset, module: name });
  }
}

async function readCustomName(source: ByteSource, table: number): Promise<string | undefined> {
  const at = await followField(source, table, customCodeField);
  if (at === undefined) return undefined;
  const length = await readNumber(source, at);
  if (length > maxNameBytes) throw new StopInspectionError('format_limit', { offset: at });
  const cursor = createCursor(source);
  cursor.seek(at + 4);
  return Buffer.from(await cursor.read(length)).toString('utf8');
}

/** Follows an offset field to a vector, string or table. Undefined if the table lacks the field. */
async function followField(source: ByteSource, table: number, field: number): Promise<number | undefined> {
  const cursor = createCursor(source);
  cursor.seek(table);
  await cursor.need(4);
  // The field table lies this far before its table, or after it if negative.
  const vtable = table - (cursor.u32() | 0);
  if (vtable < 0) throw new StopInspectionError('format_malformed', { offset: table });
  cursor.seek(vtable);
  await cursor.need(4);
  const size = cursor.u16();
  const slot = 4 + field * 2;
  if (slot + 2 > size) return undefined;
  cursor.seek(vtable + slot);
  await cursor.need(2);
  const place = cursor.u16();
  if (place === 0) return undefined;
  const at = table + place;
  return at + (await readNumber(source, at));
}

async function readNumber(source: ByteSource, at: number): Promise<number> {
  const cursor = createCursor(source);
  cursor.seek(at);
  await cursor.need(4);
  return cursor.u32();
}
