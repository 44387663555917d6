// Checks Keras models and weights in HDF5 files. (`.keras` archives are zip files: their `config.json` is checked as a
// JSON configuration.)

import { type ByteSource, createBufferSource } from '../byte-source.ts';
import { yieldToEvents } from '../context.ts';
import type { InspectionContext, Inspector } from '../finding.ts';
import { assertInTime, inspectGuarded, reportEnd } from './guarded.ts';
import { findSignature, walkHdf5 } from './hdf5.ts';
import type { Hdf5Config } from './hdf5-file.ts';
import { checkJson } from './json-config.ts';
import type { Report } from './report.ts';

export const kerasHdf5: Inspector = {
  format: 'hdf5',
  extensions: ['h5', 'hdf5', 'keras', 'hdf', 'he5', 'mat'],
  detect: (head) => findSignature(head) !== undefined,
  inspect: (source, context) =>
    inspectGuarded('hdf5', context, async (report) => {
      const walk = await followWhole(source, context, report);
      for (const config of walk.configs) await checkConfig(config, context, report);
      if (!walk.whole) report.add('hdf5_unchecked');
      if (walk.whole && !report.isInvalid()) return;
      await searchMarkers(source, context, report);
    }),
};

async function followWhole(source: ByteSource, context: InspectionContext, report: Report) {
  try {
    return await walkHdf5(source, context, report);
  } catch (error) {
    // Reports what was seen, then searches the bytes: a broken structure must not hide a configuration.
    reportEnd(report, error);
    return { configs: [], whole: false };
  }
}

const openingBrace = 0x7b;
/** Attributes that Keras reads as JSON. */
const kerasNames = new Set(['model_config', 'training_config']);

async function checkConfig(config: Hdf5Config, context: InspectionContext, report: Report): Promise<void> {
  const end = config.bytes.indexOf(0);
  const text = end < 0 ? config.bytes : config.bytes.subarray(0, end);
  const first = text.findIndex((byte) => byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d);
  if (text[first] !== openingBrace) {
    if (kerasNames.has(config.name))
      report.add('format_malformed', { offset: config.offset, more: 'A configuration.' });
    return;
  }
  try {
    await checkJson(createBufferSource(text), context, report);
  } catch (error) {
    reportEnd(report, error);
  }
}

const pieceBytes = 1024 * 1024;
const markers = [/"class_name"\s{0,4}:\s{0,4}"(?:Lambda|__lambda__)"/, /"function_type"\s{0,4}:\s{0,4}"lambda"/];
const overlap = 64;

/** Searches the bytes for marks of a configuration with code. */
async function searchMarkers(source: ByteSource, context: InspectionContext, report: Report): Promise<void> {
  for (let at = 0; at < source.size; at += pieceBytes - overlap) {
    await yieldToEvents();
    assertInTime(context);
    const piece = Buffer.from(await source.read(at, pieceBytes)).toString('latin1');
    for (const marker of markers) {
      const found = marker.exec(piece);
      if (found !== null) report.add('keras_lambda', { offset: at + found.index });
    }
  }
}
