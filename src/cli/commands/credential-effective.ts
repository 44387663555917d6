/** `assay credential effective AGENT SERVICE`: which credential an agent gets, and why not another one. */
import { writeAnswer } from '../answer.ts';
import { type Command, exitCodes } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  for: { type: 'string', value: 'MEMBER', description: 'While it acts for this person, by id or address' },
  resource: { type: 'string', value: 'URI', description: 'What is called there' },
  issuer: { type: 'string', value: 'URI', description: 'Its authorization server, where it is known' },
  workspace: { type: 'string', value: 'ID', description: "As if it stood there; the agent's own if absent" },
  scope: { type: 'string', value: 'SCOPE', multiple: true, description: 'That the call needs; several' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const credentialEffective: Command = {
  name: 'credential effective',
  summary: 'Which credential an agent gets for a service, and why not another one',
  usage: ['credential effective AGENT SERVICE [--for MEMBER] [--resource URI] [--scope SCOPE]... [--json]'],
  options,
  details: ['Exit code 1: there is none that is ready.'],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [agent = '', service = ''] = requirePositionals(args.positionals, ['AGENT', 'SERVICE']);
    const { connectCredentials } = await import('../remote-credentials.ts');
    const { connectClient } = await import('../client.ts');
    const { findNamedPeople } = await import('../find-member.ts');
    const { renderEffective } = await import('../render/credentials.ts');
    const caller = await withOperatorToken(io, args, 'verifier');
    const remote = connectCredentials(caller, args);
    const { subject } = await findNamedPeople(await connectClient(caller, args), args);
    const scopes = args.texts('scope').join(' ');
    const found = await remote.effective({
      agent_id: agent,
      service,
      user_id: subject,
      resource: args.text('resource'),
      issuer: args.text('issuer'),
      workspace_id: args.text('workspace'),
      scopes: scopes === '' ? undefined : scopes,
    });
    writeAnswer(io, args, found, renderEffective);
    return found.status === 'ready' || found.status === 'not_required' ? exitCodes.ok : exitCodes.no;
  },
};
