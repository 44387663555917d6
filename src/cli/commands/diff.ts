/** `assay diff -f FILE`: shows what `assay apply` would change, with exit codes for scripts like those of `kubectl diff`. */
import { type Command, exitCodes } from '../command.ts';
import { fileOptions } from '../files/file-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  ...fileOptions,
  prune: { type: 'boolean', description: 'As with apply --prune' },
  json: { type: 'boolean', description: 'Print the answer as JSON' },
  ...serviceOption('verifier'),
} as const;

/** Exit code 0 when nothing would change, 1 when something would, 2 when the files would be refused. */
export const diff: Command = {
  name: 'diff',
  summary: 'Show what apply would change',
  usage: ['diff -f FILE... [--prune] [--workspace ID] [--json]'],
  options,
  details: ['Exit code 0: nothing would change. 1: something would. 2: the files would be refused, or wrong use.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { readFiles, printProblems, printWarnings, toFileProblems } = await import('../files/parsed-files.ts');
    const { sendDocuments } = await import('../files/apply-remote.ts');
    const { renderApply } = await import('../render/apply.ts');
    const { createStyle } = await import('../render/style.ts');
    const { toJsonText } = await import('../render/table.ts');
    const json = args.flag('json');
    const files = await readFiles(io, args);
    const { answer, problems } =
      files.problems.length > 0
        ? { answer: undefined, problems: files.problems }
        : await sendDocuments(io, args, files, { dryRun: true, prune: args.flag('prune') });
    if (answer === undefined) {
      printProblems(io, problems, { json });
      return exitCodes.usage;
    }
    if (json) io.stdout.write(toJsonText(answer));
    else if (answer.changed !== false)
      io.stdout.write(renderApply(answer, { style: createStyle(io.color), withDiff: true }));
    printWarnings(io, toFileProblems(files.documents, answer.warnings));
    if (problems.length > 0 && !json) printProblems(io, problems, { json });
    if (problems.length > 0) return exitCodes.usage;
    return answer.changed === false ? exitCodes.ok : exitCodes.no;
  },
};
