/** Commands that list, show, create and edit policies. */
import type { Policy } from '@assay/client';
import { writeAnswer } from '../answer.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import {
  operatorTokenNote,
  readNumber,
  readOptionalScope,
  readScope,
  reasonOption,
  revisionOption,
  scopeOptions,
} from '../control-options.ts';
import { clientCommand, listCommand } from '../operation-command.ts';
import { parseOptionalChoice } from '../options.ts';
import { nameOfFile, readPolicyFile } from '../policy-file.ts';
import type { ProblemSource } from '../render/policy-problems.ts';
import { createStyle } from '../render/style.ts';
import { resolveScope } from '../scope.ts';

export const policyTextCommands: readonly Command[] = [
  listCommand({
    name: 'policy list',
    summary: 'List policies, newest first',
    usage: ['policy list [--org | --workspace ID | --agent ID] [--status WORD] [-n N] [--json]'],
    options: {
      ...scopeOptions,
      status: { type: 'string', value: 'WORD', description: 'Only draft, active or shadow policies' },
    },
    pages(client, args) {
      const scope = readOptionalScope(args);
      const status = parseOptionalChoice(args, 'status', ['draft', 'active', 'shadow']);
      return (page) => client.policies.list({ ...page, level: scope?.level, scope_id: scope?.id, status });
    },
    render: async () => (await import('../render/policy.ts')).renderPolicyList,
    none: 'There is no policy here: gateways decide by their own files. Start with assay policy create FILE.',
  }),
  clientCommand({
    name: 'policy show',
    summary: 'Show a policy and its text',
    usage: ['policy show ID [--version N] [--text | --json]'],
    arguments: ['ID'],
    options: {
      version: { type: 'string', value: 'N', description: 'Show this version; the newest if absent' },
      text: { type: 'boolean', description: 'Print the Cedar text and nothing else' },
    },
    details: ['ID is the id of a policy, or its name if only one policy has it.'],
    async run(client, args, io) {
      const number = readNumber(args, 'version');
      const { findPolicy, findVersion } = await import('../find-policy.ts');
      const { renderPolicy, renderVersion } = await import('../render/policy.ts');
      const policy = await findPolicy(client, args.argument('ID'));
      const version = number === undefined ? undefined : await findVersion(client, policy, number);
      if (args.flag('text')) {
        io.stdout.write((version ?? policy).text);
        return exitCodes.ok;
      }
      if (version !== undefined) return writeAnswer(io, args, version, renderVersion);
      return writeAnswer(io, args, policy, renderPolicy);
    },
  }),
  clientCommand({
    name: 'policy create',
    summary: 'Save a policy as a draft, or activate it at once',
    usage: ['policy create FILE --org | --workspace ID | --agent ID [--id ID] [--activate] [--reason TEXT] [--json]'],
    arguments: ['FILE'],
    options: {
      ...scopeOptions,
      id: {
        type: 'string',
        value: 'ID',
        description: 'Name of the policy, unique in that scope; the name of FILE without .cedar if absent',
      },
      description: { type: 'string', value: 'TEXT', description: 'Purpose' },
      activate: { type: 'boolean', description: 'Activate it at once' },
      ...reasonOption,
    },
    details: [
      'FILE holds Cedar policies; - is standard input. A draft may have errors of meaning: they are printed, and such a draft cannot be activated.',
      operatorTokenNote,
      'Exit code 1: the text does not parse, the name is taken, or the policy cannot be activated (the draft is kept).',
    ],
    operatorToken: (args) => args.flag('org'),
    async run(client, args, io) {
      const path = args.argument('FILE');
      const named = readScope(args);
      const { file, text } = await readPolicyFile(io, path);
      const name = args.text('id') ?? nameOfFile(path);
      const { changeAt } = await import('../change-policy.ts');
      const { tellingProblems } = await import('../policy-refusal.ts');
      const { renderPolicyHead } = await import('../render/policy.ts');
      const reason = args.text('reason');
      const source: ProblemSource = { file, text, records: [name ?? 'policy', 'policy'] };
      return tellingProblems(io, source, async () => {
        const scope = await resolveScope(client, named);
        const body = { scope, text, name, description: args.text('description'), reason };
        const draft = await client.policies.create({ body });
        if (!args.flag('activate')) {
          await printDraft(io, draft, source);
          return writeAnswer(io, args, draft, renderPolicyHead);
        }
        return activateDraft(io, { draft, file, text }, async () => {
          const active = await changeAt(client, draft, (at) =>
            client.policies.activate({ ...at, body: { version: draft.version, reason } }),
          );
          return writeAnswer(io, args, active, renderPolicyHead);
        });
      });
    },
  }),
  clientCommand({
    name: 'policy edit',
    summary: 'Save a new version of a policy from a file. The active version stays active',
    usage: ['policy edit ID FILE [--activate] [--reason TEXT] [--json]'],
    arguments: ['ID', 'FILE'],
    options: {
      description: { type: 'string', value: 'TEXT', description: 'New description' },
      activate: { type: 'boolean', description: 'Activate the new version at once' },
      ...reasonOption,
      ...revisionOption,
    },
    details: [
      'assay policy show ID --text > FILE gives the text to edit. assay policy validate FILE --as ID checks it beforehand.',
      operatorTokenNote,
      'Exit code 1: the text does not parse, it cannot be activated (the version is kept), or somebody changed the policy meanwhile.',
    ],
    async run(client, args, io) {
      const { file, text } = await readPolicyFile(io, args.argument('FILE'));
      const { changeAt, changePolicy } = await import('../change-policy.ts');
      const reason = args.text('reason');
      const body = { text, description: args.text('description'), reason };
      let kept: number | undefined;
      try {
        return await changePolicy(client, args, io, {
          idOrName: args.argument('ID'),
          source: ({ name }) => ({ file, text, records: [name] }),
          async send(changer, basis) {
            const draft = await changeAt(changer, basis, (at) => changer.policies.replace({ ...at, body }));
            if (!args.flag('activate')) return draft;
            kept = draft.version;
            const active = await changeAt(changer, draft, (at) =>
              changer.policies.activate({ ...at, body: { version: draft.version, reason } }),
            );
            kept = undefined;
            return active;
          },
        });
      } finally {
        if (kept !== undefined) io.stderr.write(`Version ${kept} is kept, and decides nothing.\n`);
      }
    },
  }),
];

async function printDraft(io: CommandIo, { problems }: Policy, source: ProblemSource): Promise<void> {
  const { renderProblems } = await import('../render/policy-problems.ts');
  io.stderr.write(renderProblems(problems, source, createStyle(io.color && io.stderr.isTTY === true)));
}

/** The draft remains if it cannot be activated, and the output says so. */
async function activateDraft(
  io: CommandIo,
  { draft, file, text }: { readonly draft: Policy; readonly file: string; readonly text: string },
  act: () => Promise<number>,
): Promise<number> {
  const { tellingProblems } = await import('../policy-refusal.ts');
  let isActive = false;
  try {
    const code = await tellingProblems(io, { file, text, records: [draft.name] }, act);
    isActive = code === exitCodes.ok;
    return code;
  } finally {
    if (!isActive) io.stderr.write(`The draft is kept as ${draft.id} (${draft.name}), and decides nothing.\n`);
  }
}
