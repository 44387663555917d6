/** `assay backup`: the verifier's whole database as one file, and what such a file holds. */
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { type ParsedArguments, parseOptions, requirePositionals, UsageError } from '../options.ts';
import { passphraseOption, readPassphrase } from '../passphrase.ts';

const options = {
  out: { type: 'string', short: 'o', value: 'FILE', description: 'The new file; one that exists is never replaced' },
  'with-keys': { type: 'boolean', description: 'Put the keys of the data folder inside too, sealed with a passphrase' },
  ...passphraseOption,
  ...jsonOption,
} as const;

export const backup: Command = {
  name: 'backup',
  summary: "Write the verifier's whole database into one file, or show what such a file holds",
  usage: ['backup --out FILE [--with-keys --passphrase-file FILE] [--json]', 'backup show FILE [--json]'],
  options,
  details: [
    'It opens the database itself, by the settings of the verifier: DATABASE_URL, or the embedded one in ASSAY_DATA_DIR (.assay). PostgreSQL may be in use meanwhile; with the embedded one stop the verifier first.',
    'The file holds every table as it stood at one moment. Stored secrets stay sealed in it; without --with-keys the keys are not in it, and the end says which you need. Keep the digest that it prints apart from the file: assay restore --digest compares it.',
    'backup show reads a file to its end, without a database. Exit code 1: it is damaged, or no backup.',
    'Examples: assay backup -o assay-2026-01-31.backup, assay backup show assay-2026-01-31.backup. See docs/backup.md.',
  ],
  stopsItself: true,
  async run(io) {
    const args = parseOptions(options, io.args);
    const isShow = args.positionals[0] === 'show';
    const answer = isShow ? await show(io, args) : await take(io, args);
    const { toBackupJson, renderBackup } = await import('../render/backup.ts');
    const { toJsonText } = await import('../render/table.ts');
    const { createStyle } = await import('../render/style.ts');
    io.stdout.write(args.flag('json') ? toJsonText(toBackupJson(answer)) : renderBackup(answer, createStyle(io.color)));
    return exitCodes.ok;
  },
};

async function show(io: CommandIo, args: ParsedArguments) {
  const [, file = ''] = requirePositionals(args.positionals, ['show', 'FILE']);
  for (const name of ['out', 'passphrase-file']) {
    if (args.text(name) !== undefined) throw new UsageError(`backup show takes no --${name}.`);
  }
  if (args.flag('with-keys')) throw new UsageError('backup show takes no --with-keys.');
  const { readBackup } = await import('../../backups.ts');
  const { createCountProgress } = await import('../render/count-progress.ts');
  const progress = createCountProgress(io.stderr, () => performance.now(), 'rows');
  try {
    return await readBackup(file, (rows) => progress.report(rows, undefined));
  } finally {
    progress.clear();
  }
}

async function take(io: CommandIo, args: ParsedArguments) {
  requirePositionals(args.positionals, []);
  const path = args.text('out');
  if (path === undefined) throw new UsageError('Name the new file: --out FILE.');
  const passphrase = await readPassphrase(io, args);
  const withKeys = args.flag('with-keys');
  if (withKeys && passphrase === undefined) {
    throw new UsageError('--with-keys needs --passphrase-file FILE: keys are in no backup unsealed.');
  }
  if (!withKeys && passphrase !== undefined) throw new UsageError('--passphrase-file is for --with-keys.');
  // Loaded lazily: it is as large as a whole service.
  const { takeBackup } = await import('../../backups.ts');
  const { createCountProgress } = await import('../render/count-progress.ts');
  const { env, clock, signal, stderr } = io;
  const progress = createCountProgress(stderr, () => performance.now(), 'rows');
  const onRows = (rows: number) => progress.report(rows, undefined);
  const report = (text: string) => stderr.write(`${text}\n`);
  try {
    const deps = { env, clock, signal, onRows, report };
    return await takeBackup(deps, { path, keys: passphrase === undefined ? undefined : { passphrase } });
  } finally {
    progress.clear();
  }
}
