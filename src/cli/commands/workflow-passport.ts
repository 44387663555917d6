/** `assay workflow passport ID`: the composite passport. */
import { writeAnswer } from '../answer.ts';
import { type Command, exitCodes } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { deliver } from '../deliver.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  output: { type: 'string', short: 'o', value: 'FILE', description: 'Write the signed passport to this file' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const workflowPassport: Command = {
  name: 'workflow passport',
  summary: 'Show the passport of a workflow as a whole: never better than its worst member',
  usage: ['workflow passport ID [-o FILE] [--json]'],
  options,
  details: ['Check the file anywhere with assay verify FILE. It names the passports of its members by hash.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const { connectWorkflows } = await import('../remote-workflows.ts');
    const { renderCompositePassport } = await import('../render/workflows.ts');
    const passport = await connectWorkflows(io, args).passport(id);
    const output = args.text('output');
    if (output === undefined) return writeAnswer(io, args, passport, renderCompositePassport);
    await deliver(io, toChunks(`${passport.jwt}\n`), output);
    return exitCodes.ok;
  },
};

async function* toChunks(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
