// Checks the source text of TorchScript archives (`code/**.py`): the language has no imports and no system calls, but its
// operators can access files, and libraries can add any operator.

import type { ByteSource } from '../byte-source.ts';
import type { InspectionContext, Inspector } from '../finding.ts';
import { assertInTime, inspectGuarded, StopInspectionError } from './guarded.ts';
import type { Report } from './report.ts';

/** Operator namespaces that PyTorch includes. */
const knownSpaces = new Set(
  'aten prim prims profiler quantized _quantized quantized_decomposed onednn mkldnn mkldnn_prepacked inductor xnnpack torchvision torchaudio image static_runtime sparse _caffe2 prepacked'.split(
    ' ',
  ),
);
/** Operators that reach files. */
const fileOperators =
  /\b(?:torch|aten|ops\.aten)\.(?:save|load|from_file)\s{0,8}\(|\bops\.image\.(?:read_file|write_file)\b|\bops\.(?:io|torchaudio)\.[a-z_]*(?:load|save|file)[a-z_]*/g;
const operatorCall = /\bops\.([A-Za-z_][A-Za-z0-9_]{0,60})\.([A-Za-z_][A-Za-z0-9_]{0,60})/g;

export const torchscriptSource: Inspector = {
  format: 'torchscript_source',
  extensions: ['py'],
  detect: (_head, { name }) => /(?:^|\/)code\/.{1,500}\.py$/.test(name),
  inspect: (source, context) =>
    inspectGuarded('torchscript_source', context, async (report) => {
      assertInTime(context);
      checkSource(await readSource(source, context), report);
    }),
};

function checkSource(text: string, report: Report): void {
  for (const match of text.matchAll(fileOperators)) {
    report.add('torchscript_file_access', { offset: match.index, module: match[0].replace(/\s*\($/, '') });
  }
  for (const match of text.matchAll(operatorCall)) {
    const [, space = '', operator = ''] = match;
    if (!knownSpaces.has(space)) {
      report.add('torchscript_custom_operator', { module: `${space}.${operator}` });
    }
  }
}

async function readSource(source: ByteSource, context: InspectionContext): Promise<string> {
  const bound = Math.min(context.limits.maxHeaderBytes, 16 * 1024 * 1024);
  if (source.size > bound) throw new StopInspectionError('format_limit', { offset: bound });
  return Buffer.from(await source.read(0, source.size)).toString('utf8');
}
