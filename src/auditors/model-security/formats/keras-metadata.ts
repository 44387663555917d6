// Checks `keras_metadata.pb` of SavedModels: a list of objects with JSON metadata, including layer configurations and thus Lambda
// layers.

import { type ByteSource, createBufferSource } from '../byte-source.ts';
import type { InspectionContext, Inspector } from '../finding.ts';
import { createCursor } from './cursor.ts';
import { assertInTime, createBudget, inspectGuarded, reportEnd, StopInspectionError } from './guarded.ts';
import { checkJson } from './json-config.ts';
import { type MessageRule, walkMessage } from './protobuf.ts';
import type { Report } from './report.ts';

const bytes = { bytes: true } as const;
/** SavedObject: `metadata` is field 5. */
const savedObject: MessageRule = { name: 'object', fields: { 5: bytes } };
const savedMetadata: MessageRule = { name: 'metadata', fields: { 1: { message: () => savedObject } } };
const metadataField = 5;
const fieldsPerEntry = 8;

export const kerasMetadata: Inspector = {
  format: 'keras_metadata',
  extensions: ['pb'],
  detect: (_head, { name }) => /(?:^|[/\\])keras_metadata\.pb$/i.test(name),
  inspect: (source, context) =>
    inspectGuarded('keras_metadata', context, async (report) => {
      for (const { text, offset } of await listTexts(source, context)) {
        assertInTime(context);
        await checkText(text, offset, context, report);
      }
    }),
};

async function listTexts(
  source: ByteSource,
  context: InspectionContext,
): Promise<{ text: Uint8Array; offset: number }[]> {
  const { maxHeaderBytes, maxEntries } = context.limits;
  // All texts together are no longer than the file, so a file is bounded like a header.
  if (source.size > maxHeaderBytes) throw new StopInspectionError('format_limit', { offset: 0 });
  const texts: { text: Uint8Array; offset: number }[] = [];
  const visitor = {
    tick: createBudget(maxEntries * fieldsPerEntry, 'fields'),
    bytes: (_message: string, field: number, text: Uint8Array, offset: number) => {
      if (field === metadataField) texts.push({ text, offset });
    },
  };
  const bounds = { maxDepth: 4, maxFieldBytes: maxHeaderBytes };
  await walkMessage(createCursor(source), source.size, savedMetadata, visitor, bounds);
  return texts;
}

async function checkText(text: Uint8Array, offset: number, context: InspectionContext, report: Report): Promise<void> {
  if (text.length === 0) return;
  try {
    await checkJson(createBufferSource(text), context, report);
  } catch (error) {
    reportEnd(report, error);
    report.add('format_malformed', { offset, more: 'The metadata of an object is no JSON.' });
  }
}
