/** `assay key create ALIAS`: makes an API key and shows it, once. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, present } from '../control-options.ts';
import { readMoment } from '../moment.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { apiKeyVariable, serviceOption } from '../service-address.ts';

const options = {
  purpose: { type: 'string', value: 'PURPOSE', description: 'cli, webhook, ci, agent or gateway; cli if absent' },
  scope: {
    type: 'string',
    value: 'SCOPE',
    multiple: true,
    description: 'What it is good for; may be given several times',
  },
  expires: {
    type: 'string',
    value: 'TIME',
    description: 'When it ends: a time, or a span such as 90d; at most 365 days',
  },
  agent: { type: 'string', value: 'ID', description: 'The agent that it is for (purpose agent)' },
  gateway: { type: 'string', value: 'ID', description: 'The one gateway that it speaks for (purpose gateway)' },
  workspace: { type: 'string', value: 'ID', description: 'Calls at the gateway for this workspace alone' },
  serves: {
    type: 'string',
    value: 'WORKSPACE',
    multiple: true,
    description:
      'A workspace whose agents the gateway serves (purpose gateway); may be given several times; all if absent',
  },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const keyCreate: Command = {
  name: 'key create',
  summary: 'Make an API key; it is shown once',
  usage: [
    'key create ALIAS --scope SCOPE... --expires TIME [--purpose PURPOSE] [--agent ID] [--gateway ID [--serves WORKSPACE...]] [--workspace ID] [--json]',
  ],
  options,
  details: [
    'A key never holds a scope that you lack, and it is dead when you are no member any more. The scope assay:full is all that you may do.',
    `Commands take a key from ${apiKeyVariable}.`,
    'Without a login it takes the operator token. A key for a gateway (--gateway GATEWAY_ID --scope gateways:serve) takes an admin, and speaks for that gateway alone. With --serves it is good for agents of these workspaces only: the verifier refuses Evidence, approvals, tools and secrets of others, and gives such a key no certificate.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [alias = ''] = requirePositionals(args.positionals, ['ALIAS']);
    const scopes = args.texts('scope');
    if (scopes.length === 0) throw new UsageError('--scope SCOPE is missing: say what the key is good for.');
    const expires = args.text('expires');
    if (expires === undefined)
      throw new UsageError('--expires TIME is missing: every key ends, for example --expires 90d.');
    const purpose = args.text('purpose') ?? purposeOf(args.text('agent'), args.text('gateway'));
    const served = args.texts('serves');
    const body = {
      ...{ alias, purpose, scopes },
      expires_at: readMoment('expires', expires, { now: io.clock.now(), direction: 'ahead' }),
      ...present('agent_id', args.text('agent')),
      ...present('gateway_id', args.text('gateway')),
      ...present('workspace_id', args.text('workspace')),
      ...(served.length === 0 ? {} : { workspace_ids: served }),
    };
    const { connectKeys } = await import('../remote-keys.ts');
    const { renderShownKey } = await import('../render/keys.ts');
    const made = await connectKeys(await withOperatorToken(io, args, 'verifier'), args).create(body);
    if (!args.flag('json')) io.stderr.write('Keep the key now: it cannot be shown again.\n');
    return writeAnswer(io, args, made, renderShownKey);
  },
};

function purposeOf(agent: string | undefined, gateway: string | undefined): string {
  if (agent !== undefined) return 'agent';
  return gateway === undefined ? 'cli' : 'gateway';
}
