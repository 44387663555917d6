/** `assay restore`: puts a backup of the verifier back into an empty database, whole or not at all. */
import { type Command, exitCodes } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { passphraseOption, readPassphrase } from '../passphrase.ts';

const options = {
  ...passphraseOption,
  digest: { type: 'string', value: 'DIGEST', description: 'Refuse any other backup than the one that had this digest' },
  check: { type: 'boolean', description: 'Only look whether it could be put back; write nothing' },
  ...jsonOption,
} as const;

export const restore: Command = {
  name: 'restore',
  summary: "Put a backup of the verifier's database back, into an empty one",
  usage: ['restore FILE [--passphrase-file FILE] [--digest DIGEST] [--check] [--json]'],
  options,
  details: [
    'Where to is what the settings of the verifier name: DATABASE_URL, or the embedded database in ASSAY_DATA_DIR (.assay). No verifier may have been started on it.',
    'Refused before anything is written (exit code 1): a file that is cut, changed or of a newer release, a database that is not empty, secrets that the keys here do not open. Then it is one transaction: killed anywhere, the database is as empty as before.',
    '--passphrase-file puts the keys in the backup into the data folder too, unless other ones are there.',
    'Sessions, refresh tokens, unused approvals and access tokens of agents from before end with it, gateways take it for another database, and what to look at is printed. See docs/backup.md.',
    'Example: assay restore assay-2026-01-31.backup --check',
  ],
  stopsItself: true,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [path = ''] = requirePositionals(args.positionals, ['FILE']);
    const digest = args.text('digest');
    if (digest !== undefined && !/^sha256:[0-9a-f]{64}$/.test(digest)) {
      throw new UsageError('--digest takes what assay backup printed: sha256: and 64 hexadecimal digits.');
    }
    const request = { path, digest, passphrase: await readPassphrase(io, args), isCheck: args.flag('check') };
    // Loaded lazily: it is as large as a whole service.
    const { putBack } = await import('../../backups.ts');
    const { createCountProgress } = await import('../render/count-progress.ts');
    const { renderPutBack, toPutBackJson } = await import('../render/backup.ts');
    const { toJsonText } = await import('../render/table.ts');
    const { createStyle } = await import('../render/style.ts');
    const { env, clock, signal, stderr } = io;
    const progress = createCountProgress(stderr, () => performance.now(), 'rows');
    const onRows = (rows: number) => progress.report(rows, undefined);
    const report = (text: string) => stderr.write(`${text}\n`);
    try {
      const deps = { env, clock, signal, onRows, report };
      const answer = await putBack(deps, request);
      progress.clear();
      const style = createStyle(io.color);
      io.stdout.write(args.flag('json') ? toJsonText(toPutBackJson(answer)) : renderPutBack(answer, style));
      return exitCodes.ok;
    } finally {
      progress.clear();
    }
  },
};
