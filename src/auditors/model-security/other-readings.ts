/** Finds the other formats that a loader may read a file as: a polyglot must be harmless in each reading. */

import { inspectZip } from './archive/inspect-zip.ts';
import { findZipEnd } from './archive/zip-end.ts';
import type { ByteSource } from './byte-source.ts';
import type { DeepContext } from './context.ts';
import { type Inspection, toInspection } from './finding.ts';
import { lookAt } from './pickle/tentative.ts';

/** Formats whose own inspection already inspects the bytes as a pickle. */
const pickleReadings: ReadonlySet<string> = new Set([
  'pickle',
  'torch_legacy',
  'text',
  'unknown',
  'tensor_data',
  'empty',
]);
/** Zip archives, and tar, whose members are inspected as zip archives. */
const zipReadings: ReadonlySet<string> = new Set(['zip', 'torch', 'npz', 'keras', 'torchscript', 'tar']);

/** Inspects the other possible readings of this source. */
export async function inspectOtherReadings(
  source: ByteSource,
  context: DeepContext,
  format: string,
): Promise<Inspection[]> {
  const readings: Inspection[] = [];
  if (!pickleReadings.has(format)) {
    const look = await lookAt(source, 0, context, { maxOpcodes: 50_000 });
    if (look.imports || look.unfinished) {
      readings.push(toReading('pickle', context, look.findings.list(), [...look.unsafeGlobals], !look.unfinished));
    }
  }
  if (!zipReadings.has(format)) {
    const end = await findZipEnd(source);
    if (end !== undefined) {
      const zip = await inspectZip(source, context);
      // An archive in the strings of a pickle is no damage; only harmful content counts.
      readings.push(toReading('zip', context, zip.findings, zip.unsafeGlobals, format === 'pickle' || zip.complete));
    }
  }
  return readings;
}

function toReading(
  format: string,
  { path }: DeepContext,
  findings: Inspection['findings'],
  unsafeGlobals: readonly string[],
  complete = true,
): Inspection {
  const note = `The same bytes are a ${format} for other loaders.`;
  const polyglot = { id: 'polyglot', severity: 'medium' as const, type: 'ambiguous' as const, place: { path }, note };
  return toInspection({ format, formatValid: true, complete, findings: [polyglot, ...findings], unsafeGlobals });
}
