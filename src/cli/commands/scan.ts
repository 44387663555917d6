/** `assay scan PATH...`: checks model files without loading them, and without any service. */
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { type ParsedArguments, parseOptions, parseWholeNumber, UsageError } from '../options.ts';
import { createProgress } from '../render/progress.ts';
import { createStyle } from '../render/style.ts';
import { toJsonText } from '../render/table.ts';
import { saveFile } from '../save.ts';
import { renderScan } from './scan-text.ts';

const options = {
  json: { type: 'boolean', description: 'Print the result as JSON' },
  sarif: { type: 'string', value: 'FILE', description: 'Write SARIF 2.1.0 to a file, or with - to standard output' },
  allow: {
    type: 'string',
    value: 'MODULE.NAME',
    multiple: true,
    description: 'Let pickles import this global too',
  },
  'max-seconds': { type: 'string', value: 'N', description: 'Time for one file (default 600)' },
  'max-files': { type: 'string', value: 'N', description: 'Files of one folder (default 10000)' },
  'max-file-mib': { type: 'string', value: 'N', description: 'Size of one file (default 1048576)' },
  'max-unpacked-mib': { type: 'string', value: 'N', description: 'Bytes out of archives for one file (default 16384)' },
  'max-depth': { type: 'string', value: 'N', description: 'Archives within archives (default 8)' },
} as const;

/** Nothing unsafe was found, but not everything could be checked: the result is unknown, as after wrong use. */
const uncheckedCode = exitCodes.usage;

export const scan: Command = {
  name: 'scan',
  summary: 'Check model files for code and damage, without loading them',
  usage: ['scan PATH... [--json | --sarif FILE] [--allow MODULE.NAME]...'],
  options,
  details: [
    'PATH is a file or a folder, which is looked through with all its folders. Formats are told by content: pickle, torch, joblib, numpy, safetensors, GGUF, ONNX, Keras, TensorFlow, zip, tar, gzip. Pickles are followed opcode by opcode and may import only what is on the allow-list; nothing is ever executed.',
    'Exit code: 0 all files are clean; 1 a file is unsafe; 2 none is unsafe, but a file could not be checked to its end (damaged, encrypted, an unknown format, a limit), or the command was used wrongly.',
    'assay scan models/ --sarif scan.sarif',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    if (args.positionals.length === 0) throw new UsageError('PATH is missing.');
    if (args.flag('json') && args.text('sarif') === '-') throw new UsageError('Choose --json or --sarif -, not both.');
    const files = await scanFiles(io, args);
    await show(io, args, files);
    if (files.some(({ status }) => status === 'unsafe')) return exitCodes.no;
    return files.every(({ status }) => status === 'clean') ? exitCodes.ok : uncheckedCode;
  },
};

type Files = Awaited<ReturnType<typeof scanFiles>>;

async function scanFiles(io: CommandIo, args: ParsedArguments) {
  // Loaded lazily: other commands start without the inspectors.
  const { scanModels } = await import('../../model-scan.ts');
  const progress = createProgress(io.stderr);
  try {
    return await scanModels(args.positionals, {
      limits: toLimits(args),
      allowedGlobals: args.texts('allow').map(checkGlobal),
      onFile: (_name, index, count) => progress.show(`${index + 1} of ${count} files`),
      ...(io.signal === undefined ? {} : { signal: io.signal }),
    });
  } finally {
    progress.clear();
  }
}

function toLimits(args: ParsedArguments) {
  const mib = 1024 * 1024;
  const bounds = [
    ['max-seconds', 'timeoutMs', 1000, 86_400],
    ['max-files', 'maxFiles', 1, 10_000_000],
    ['max-file-mib', 'maxFileBytes', mib, 100_000_000],
    ['max-unpacked-mib', 'maxUnpackedBytes', mib, 100_000_000],
    ['max-depth', 'maxDepth', 1, 32],
  ] as const;
  return Object.fromEntries(
    bounds.flatMap(([option, limit, unit, most]) => {
      const text = args.text(option);
      return text === undefined ? [] : [[limit, parseWholeNumber(option, text, [1, most]) * unit] as const];
    }),
  );
}

function checkGlobal(name: string): string {
  if (/^[A-Za-z_][\w.]*\.[A-Za-z_]\w*$/.test(name)) return name;
  throw new UsageError('--allow must be a module and a name, like my_package.layers.Dense.');
}

async function show(io: CommandIo, args: ParsedArguments, files: Files): Promise<void> {
  const sarif = args.text('sarif');
  if (sarif !== undefined) {
    const { toSarif } = await import('./scan-sarif.ts');
    const text = toJsonText(toSarif(files, undefined));
    if (sarif === '-') {
      io.stdout.write(text);
      return;
    }
    await saveFile(sarif, [new TextEncoder().encode(text)]);
  }
  if (args.flag('json')) io.stdout.write(toJsonText({ files, summary: summarize(files) }));
  else io.stdout.write(renderScan(files, createStyle(io.color)));
}

function summarize(files: Files): Record<string, number> {
  const count = (status: string): number => files.filter((file) => file.status === status).length;
  return { files: files.length, clean: count('clean'), unsafe: count('unsafe'), unchecked: count('unchecked') };
}
