/** `assay policy create FILE`: keeps a policy as a draft, and activates it where that is asked for. */
import { writeAnswer } from '../answer.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { jsonOption, operatorTokenNote, present, readScope, reasonOption, scopeOptions } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { nameOfFile, readPolicyFile } from '../policy-file.ts';
import type { ProblemSource } from '../render/policy-problems.ts';
import { createStyle } from '../render/style.ts';
import { serviceOption } from '../service-address.ts';
import type { Policy } from '../wire-policies.ts';

const options = {
  ...scopeOptions,
  id: {
    type: 'string',
    value: 'ID',
    description: "Its name, unique in that place; FILE's own without .cedar if absent",
  },
  description: { type: 'string', value: 'TEXT', description: 'What it is for' },
  activate: { type: 'boolean', description: 'Activate it at once' },
  ...reasonOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const policyCreate: Command = {
  name: 'policy create',
  summary: 'Keep a policy as a draft, or activate it at once',
  usage: ['policy create FILE --org | --workspace ID | --agent ID [--id ID] [--activate] [--reason TEXT] [--json]'],
  options,
  details: [
    'FILE holds Cedar policies; - is standard input. A draft may have errors of meaning, and is told; it cannot be activated then.',
    operatorTokenNote,
    'Exit code 1: the text does not parse, the name is taken, or it cannot be activated (the draft is kept then).',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [path = ''] = requirePositionals(args.positionals, ['FILE']);
    const named = readScope(args);
    const { file, text } = await readPolicyFile(io, path);
    const name = args.text('id') ?? nameOfFile(path);
    const { connectForChange, toChangeBody } = await import('../remote-policies.ts');
    const { atRevision } = await import('../remote-control.ts');
    const { tellingProblems } = await import('../policy-refusal.ts');
    const { renderPolicyHead } = await import('../render/policy.ts');
    const policies = await connectForChange(io, args, named.level);
    const reason = args.text('reason');
    const source: ProblemSource = { file, text, records: [name ?? 'policy', 'policy'] };
    return tellingProblems(io, source, async () => {
      const scope = await policies.resolve(named);
      const body = {
        ...{ scope, text, ...present('name', name) },
        ...{ ...present('description', args.text('description')), ...present('reason', reason) },
      };
      const draft = await policies.create(body);
      if (!args.flag('activate')) {
        await tellDraft(io, draft, source);
        return writeAnswer(io, args, draft, renderPolicyHead);
      }
      return activateDraft(io, { draft, file, text }, async () => {
        const active = await policies.act(
          'activate',
          atRevision(draft, undefined),
          toChangeBody(draft.version, reason),
        );
        return writeAnswer(io, args, active, renderPolicyHead);
      });
    });
  },
};

async function tellDraft(io: CommandIo, { problems }: Policy, source: ProblemSource): Promise<void> {
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
