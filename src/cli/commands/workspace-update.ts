/** `assay workspace update ID`: changes the name, the description or the chain of a workspace. */
import { writeAnswer } from '../answer.ts';
import { chainOptions, readChain } from '../chain-options.ts';
import type { Command } from '../command.ts';
import { jsonOption, present, readNumber, revisionOption } from '../control-options.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  name: { type: 'string', value: 'TEXT', description: 'Another name' },
  description: { type: 'string', value: 'TEXT', description: 'Another description' },
  ...chainOptions,
  'inherit-chain': { type: 'boolean', description: 'Take its own chain away: that of the organisation holds again' },
  ...revisionOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const workspaceUpdate: Command = {
  name: 'workspace update',
  summary: 'Change a workspace: its name, its description, its chain',
  usage: [
    'workspace update ID [--name TEXT] [--description TEXT] [--pre-request IDS] [--post-response IDS] [--json]',
    'workspace update ID --inherit-chain [--json]',
  ],
  options,
  details: [
    'What is not named stays. A chain under which a policy in force would not hold any more is refused, with every place where it would break.',
    'Exit code 1: refused, or somebody changed the workspace meanwhile.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    const revision = readNumber(args, 'revision');
    const inherits = args.flag('inherit-chain');
    const named = readChain(args);
    if (inherits && named !== undefined) throw new UsageError('Name a chain, or --inherit-chain.');
    const texts = { ...present('name', args.text('name')), ...present('description', args.text('description')) };
    if (Object.keys(texts).length === 0 && !inherits && named === undefined) {
      throw new UsageError(
        'Say what to change: --name, --description, --pre-request, --post-response, --inherit-chain.',
      );
    }
    const { connectWorkspaces } = await import('../remote-scopes.ts');
    const { atRevision } = await import('../remote-control.ts');
    const { renderScope } = await import('../render/scopes.ts');
    const workspaces = connectWorkspaces(io, args);
    const before = await workspaces.get(id);
    const body = { ...texts, ...present('chain', inherits ? {} : readChain(args, before.chain)) };
    const changed = await workspaces.change('PATCH', atRevision(before, revision), body);
    return writeAnswer(io, args, changed, renderScope('workspace'));
  },
};
