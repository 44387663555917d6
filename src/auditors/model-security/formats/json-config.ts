// Checks JSON files of models: the grammar, Keras configurations (also inside `.keras` archives) and code named by Transformers
// configurations and the like.

import type { ByteSource } from '../byte-source.ts';
import { yieldToEvents } from '../context.ts';
import type { InspectionContext, Inspector } from '../finding.ts';
import { createConfigReader } from './config-reader.ts';
import { assertInTime, inspectGuarded } from './guarded.ts';
import type { JsonHandler } from './json-grammar.ts';
import { createJsonTokenizer } from './json-tokenizer.ts';
import { createKerasReader } from './keras-config.ts';
import type { Report } from './report.ts';

const pieceBytes = 1024 * 1024;
/** Python's reader fails near a depth of a thousand; nested models need a few dozen. */
const maxDepth = 256;
const entriesPerLimit = 8;

export const jsonConfig: Inspector = {
  format: 'json',
  extensions: ['json'],
  detect: (_head, { name }) => /\.json$/i.test(name),
  inspect: (source, context) => inspectGuarded('json', context, (report) => checkJson(source, context, report)),
};

/** Checks a whole source as one JSON text and reports its errors. */
export async function checkJson(source: ByteSource, context: InspectionContext, report: Report): Promise<void> {
  const keras = createKerasReader(report, 0);
  const config = createConfigReader(report, context.name);
  const tokenizer = createJsonTokenizer(joinHandlers(config, keras.handler), {
    maxDepth,
    maxStringBytes: context.limits.maxStringBytes,
    maxEntries: context.limits.maxEntries * entriesPerLimit,
    pythonNumbers: true,
  });
  for (let read = 0; read < source.size; read += pieceBytes) {
    await yieldToEvents();
    assertInTime(context);
    tokenizer.push(await source.read(read, pieceBytes));
  }
  tokenizer.end();
}

function joinHandlers(first: JsonHandler, second: JsonHandler): JsonHandler {
  return {
    open: (kind) => {
      first.open(kind);
      second.open(kind);
    },
    close: (kind) => {
      first.close(kind);
      second.close(kind);
    },
    key: (text) => {
      first.key(text);
      second.key(text);
    },
    string: (text) => {
      first.string(text);
      second.string(text);
    },
    number: () => undefined,
    literal: () => undefined,
    duplicate: (offset) => first.duplicate(offset),
  };
}
