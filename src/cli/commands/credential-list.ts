/** `assay credential list`: which credentials agents use. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseChoice, parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const statuses = [
  ...(['pending', 'active', 'expiring', 'refreshing', 'rotating'] as const),
  ...(['reauth_required', 'expired', 'revoked'] as const),
];

const options = {
  service: { type: 'string', value: 'NAME', description: 'Only those for this service' },
  agent: { type: 'string', value: 'ID', description: 'Only those of this agent' },
  for: { type: 'string', value: 'MEMBER', description: 'Only those of this person, by id or address' },
  workspace: { type: 'string', value: 'ID', description: 'Only those of this workspace' },
  status: { type: 'string', value: 'STATUS', description: 'Only those; all but revoked ones if absent' },
  ...limitOption,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const credentialList: Command = {
  name: 'credential list',
  summary: 'List credentials for other services, newest first; never their secrets',
  usage: [
    'credential list [--service NAME] [--agent ID] [--for MEMBER] [--workspace ID] [--status STATUS] [-n N] [--json]',
  ],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const limit = readLimit(args);
    const status = args.text('status');
    const named = status === undefined ? undefined : parseChoice('status', status, statuses);
    const { connectCredentials } = await import('../remote-credentials.ts');
    const { connectClient } = await import('../client.ts');
    const { findNamedPeople } = await import('../find-member.ts');
    const { renderCredentials } = await import('../render/credentials.ts');
    const caller = await withOperatorToken(io, args, 'verifier');
    const remote = connectCredentials(caller, args);
    const { subject } = await findNamedPeople(await connectClient(caller, args), args);
    const query = {
      service: args.text('service'),
      agent_id: args.text('agent'),
      user_id: subject,
      workspace_id: args.text('workspace'),
      status: named,
    };
    return writeList(io, args, await remote.list(query, limit), {
      render: renderCredentials,
      none: 'There is no credential that fits.',
    });
  },
};
