/** `assay agent access show|set ID`: who owns, edits and views an agent. */
import { writeAnswer } from '../answer.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { jsonOption, operatorTokenNote, readNumber, revisionOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { type ParsedArguments, parseChoice, parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  owner: { type: 'string', value: 'MEMBER', multiple: true, description: 'Owners, the first one first' },
  editor: { type: 'string', value: 'MEMBER', multiple: true, description: 'Who may configure, start and stop it' },
  viewer: { type: 'string', value: 'MEMBER', multiple: true, description: 'Who may read it' },
  ...revisionOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const agentAccess: Command = {
  name: 'agent access',
  summary: 'Show or say who owns, edits and views an agent',
  usage: [
    'agent access show ID [--json]',
    'agent access set ID --owner MEMBER... [--editor MEMBER...] [--viewer MEMBER...] [--json]',
  ],
  options,
  details: [
    'To set says all three lists at once: who is not named has no role on the agent any more.',
    operatorTokenNote,
    'Exit code 1: somebody named is no member or is named twice, or somebody changed the agent meanwhile.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [verb = '', id = ''] = requirePositionals(args.positionals, ['show or set', 'ID']);
    const isSet = parseChoice('access', verb, ['show', 'set']) === 'set';
    const owners = args.texts('owner');
    if (isSet && owners.length === 0) throw new UsageError('Every agent has an owner: --owner MEMBER.');
    const { connectAgentLife } = await import('../remote-agents.ts');
    const { renderRoles } = await import('../render/agent.ts');
    if (!isSet) return writeAnswer(io, args, await connectAgentLife(io, args).readRoles(id), renderRoles);
    const life = connectAgentLife(await asOwner(io, args), args);
    const revision = readNumber(args, 'revision') ?? (await life.readRoles(id)).revision;
    const roles = { owners: [...owners], editors: [...args.texts('editor')], viewers: [...args.texts('viewer')] };
    writeAnswer(io, args, await life.writeRoles(id, roles, revision), renderRoles);
    return exitCodes.ok;
  },
};

function asOwner(io: CommandIo, args: ParsedArguments): Promise<CommandIo> {
  return withOperatorToken(io, args, 'verifier');
}
