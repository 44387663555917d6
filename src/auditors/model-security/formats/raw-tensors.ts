// Files with only the numbers of a model: the data beside ONNX models and in TensorFlow checkpoints. Their readers accept any
// bytes as numbers, so nothing in them is checked; other possible readings are inspected as for every file.

import type { Inspector } from '../finding.ts';
import { inspectGuarded } from './guarded.ts';

/** File names that ONNX exporters and TensorFlow use. */
const rawName = /(?:\.onnx(?:_data(?:_\d{1,6})?|\.data)|\.data-\d{5}-of-\d{5})$/i;
/** Magic at the end of a checkpoint index, a sorted table in LevelDB's format. */
const tableMagic = '57fb808b247547db';

/** Inspects raw numbers. */
export const rawTensors: Inspector = {
  format: 'raw_tensors',
  extensions: [],
  detect: (_head, { name }) => rawName.test(name),
  inspect: (_source, context) => inspectGuarded('raw_tensors', context, async () => undefined),
};

/** Inspects the index of a TensorFlow checkpoint: names, types and places of the numbers. */
export const tensorflowIndex: Inspector = {
  format: 'tensorflow_index',
  extensions: ['index'],
  detect: (_head, { name }) => /(?:^|[/\\])(?:variables|[^/\\]{0,200}ckpt[^/\\]{0,40})\.index$/i.test(name),
  inspect: (source, context) =>
    inspectGuarded('tensorflow_index', context, async (report) => {
      const end = await source.read(Math.max(0, source.size - 8), 8);
      if (Buffer.from(end).toString('hex') !== tableMagic) {
        report.add('format_malformed', { offset: source.size, more: 'It does not end as a table does.' });
      }
    }),
};
