/** `assay apply -f FILE`: applies declarative files, all of them or none. */
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { fileOptions } from '../files/file-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  ...fileOptions,
  'dry-run': { type: 'boolean', description: 'Show what would change, and change nothing' },
  prune: { type: 'boolean', description: 'Remove everything of a workspace that its VendorWorkspace does not mention' },
  json: { type: 'boolean', description: 'Print the answer as JSON' },
  ...serviceOption('verifier'),
} as const;

export const apply: Command = {
  name: 'apply',
  summary: 'Apply configuration files: workspaces, agents, settings, chains',
  usage: ['apply -f FILE... [--dry-run] [--prune] [--workspace ID] [--json]'],
  options,
  details: [
    'Files are YAML or JSON with any number of documents: VendorWorkspace, VendorEnvironment, and chain manifests (a list under chain). All of them are applied in one transaction. Applying the same files again changes nothing.',
    'A chain manifest applies to the workspace in its metadata.workspace, else to --workspace, else to the whole organisation, which needs the operator token. Agents of a VendorEnvironment are registered in --workspace, else in default.',
    'With --prune a VendorWorkspace describes its workspace completely: settings and phases of the chain that it does not mention are removed, and agents that it does not list are no longer registered (they and their Evidence stay, and gateways treat them as unknown agents).',
    'Exit code 0: done. 1: refused, nothing was changed.',
    'assay apply -f workspaces/ --dry-run',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    return runApply(io, args);
  },
};

async function runApply(io: CommandIo, args: ReturnType<typeof parseOptions>): Promise<number> {
  const { readFiles, printProblems, printWarnings, toFileProblems } = await import('../files/parsed-files.ts');
  const { sendDocuments } = await import('../files/apply-remote.ts');
  const { renderApply } = await import('../render/apply.ts');
  const { createStyle } = await import('../render/style.ts');
  const { toJsonText } = await import('../render/table.ts');
  const json = args.flag('json');
  const dryRun = args.flag('dry-run');
  const files = await readFiles(io, args);
  if (files.problems.length > 0) {
    printProblems(io, files.problems, { json });
    return exitCodes.no;
  }
  const { answer, problems } = await sendDocuments(io, args, files, { dryRun, prune: args.flag('prune') });
  if (answer === undefined) {
    printProblems(io, problems, { json });
    return exitCodes.no;
  }
  if (json) io.stdout.write(toJsonText(answer));
  else io.stdout.write(renderApply(answer, { style: createStyle(io.color), withDiff: dryRun }));
  printWarnings(io, toFileProblems(files.documents, answer.warnings));
  if (problems.length > 0 && !json) printProblems(io, problems, { json });
  return problems.length === 0 ? exitCodes.ok : exitCodes.no;
}
