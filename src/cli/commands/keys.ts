/** Commands over API keys, in the order in which help shows them. */
import type { ShownApiKey } from '@assay/client';
import { AppError, isAppError } from '../../platform/errors.ts';
import { checkedByVerifier } from '../checked-by-verifier.ts';
import { type Command, exitCodes } from '../command.ts';
import { readNumber, revisionOption } from '../control-options.ts';
import { readMoment } from '../moment.ts';
import { clientCommand, listCommand, operationCommand } from '../operation-command.ts';
import { parseWholeNumber, UsageError } from '../options.ts';
import { apiKeyVariable } from '../service-address.ts';

const render = () => import('../render/keys.ts');
const renderShownKey = async () => (await render()).renderShownKey;
const shownOnce = 'Keep the key now: it cannot be shown again.';

export const keyCommands: readonly Command[] = [
  listCommand({
    name: 'key list',
    summary: 'List API keys, newest first: your own, or all for an admin',
    usage: ['key list [--agent ID] [--user ID] [-n N] [--json]'],
    options: {
      agent: { type: 'string', value: 'ID', description: 'Only keys of this agent' },
      user: {
        type: 'string',
        value: 'ID',
        description: 'Only keys of this person; other people need an admin',
        idsOf: 'v1/members',
      },
    },
    operatorToken: true,
    pages: (client, args) => (page) =>
      client.apiKeys.list({ ...page, agent_id: args.text('agent'), user_id: args.text('user') }),
    render: async () => (await render()).renderKeyList,
    none: 'There is no API key.',
  }),
  operationCommand({
    name: 'key create',
    summary: 'Create an API key. It is shown once',
    usage: [
      'key create ALIAS --scope SCOPE... --expires TIME [--purpose PURPOSE] [--agent ID] [--gateway ID [--serves WORKSPACE...]] [--workspace ID] [--json]',
    ],
    arguments: ['ALIAS'],
    options: {
      purpose: { type: 'string', value: 'PURPOSE', description: 'cli, webhook, ci, agent or gateway; cli if absent' },
      scope: { type: 'string', value: 'SCOPE', multiple: true, description: 'Right of the key' },
      expires: {
        type: 'string',
        value: 'TIME',
        description: 'When it expires: a time, or a span such as 90d; at most 365 days',
      },
      agent: { type: 'string', value: 'ID', description: 'Agent that it is for (purpose agent)' },
      gateway: {
        type: 'string',
        value: 'ID',
        description: 'Gateway that it is for (purpose gateway)',
        idsOf: 'v1/gateways',
      },
      workspace: { type: 'string', value: 'ID', description: 'Calls at the gateway for this workspace alone' },
      serves: {
        type: 'string',
        value: 'WORKSPACE',
        multiple: true,
        description: 'Workspace whose agents the gateway serves (purpose gateway); all if absent',
      },
    },
    details: [
      'A key never holds a scope that you lack, and it stops working when you are no member any more. The scope assay:full means all that you may do.',
      `Commands take a key from ${apiKeyVariable}.`,
      'Without a login the command uses the operator token. A key for a gateway (--gateway GATEWAY_ID --scope gateways:serve) needs an admin, and works for that gateway alone. With --serves it works for agents of these workspaces only: the verifier refuses Evidence, approvals, tools and secrets of others, and gives such a key no certificate.',
    ],
    operatorToken: true,
    async call(client, args, io) {
      const [scopes, served, expires] = [args.texts('scope'), args.texts('serves'), args.text('expires')];
      if (scopes.length === 0) throw new UsageError('--scope SCOPE is missing: say what the key is good for.');
      if (expires === undefined)
        throw new UsageError('--expires TIME is missing: every key ends, for example --expires 90d.');
      const body = {
        alias: args.argument('ALIAS'),
        purpose: args.text('purpose') ?? purposeOf(args.text('agent'), args.text('gateway')),
        scopes,
        expires_at: readMoment('expires', expires, { now: io.clock.now(), direction: 'ahead' }),
        agent_id: args.text('agent'),
        gateway_id: args.text('gateway'),
        workspace_id: args.text('workspace'),
        workspace_ids: served.length === 0 ? undefined : served,
      };
      return requireKey(await client.apiKeys.create({ body: checkedByVerifier(body) }));
    },
    note: shownOnce,
    render: renderShownKey,
  }),
  operationCommand({
    name: 'key rotate',
    summary: 'Replace an API key by a new one. The new key is shown once',
    usage: ['key rotate ID [--overlap SECONDS] [--expires TIME] [--json]'],
    arguments: ['ID'],
    options: {
      overlap: {
        type: 'string',
        value: 'SECONDS',
        description: 'How long the old key still works, 0 to 86400; 3600 if absent',
      },
      expires: { type: 'string', value: 'TIME', description: 'When the new key expires; as the old key if absent' },
      ...revisionOption,
    },
    details: ['Exit code 1: the key is revoked or expired, or somebody rotated it meanwhile.'],
    operatorToken: true,
    async call(client, args, io) {
      const id = args.argument('ID');
      const [overlap, expires] = [args.text('overlap'), args.text('expires')];
      const at = { now: io.clock.now(), direction: 'ahead' } as const;
      const body = {
        overlap_s: overlap === undefined ? undefined : parseWholeNumber('overlap', overlap, [0, 86_400]),
        expires_at: expires === undefined ? undefined : readMoment('expires', expires, at),
      };
      const revision = readNumber(args, 'revision');
      // Optional here, so the operation does not declare it.
      const headers = revision === undefined ? {} : { 'if-match': `"${revision}"` };
      const rotated = await client.apiKeys.rotate({ id, body }, { headers }).catch((error: unknown) => {
        if (!isAppError(error, 'precondition_failed')) throw error;
        const detail = `Somebody rotated the key ${id} meanwhile and was shown the new one`;
        throw new AppError('conflict', 'stale revision', { cause: error, detail });
      });
      return requireKey(rotated);
    },
    note: shownOnce,
    render: renderShownKey,
  }),
  clientCommand({
    name: 'key revoke',
    summary: 'Revoke an API key at once and for good',
    usage: ['key revoke ID [--json]'],
    arguments: ['ID'],
    details: ['Exit code 1: it is the last key of an active agent. Rotate it instead.'],
    operatorToken: true,
    async run(client, args, io) {
      const id = args.argument('ID');
      await client.apiKeys.revoke({ id });
      if (!args.flag('json')) io.stdout.write(`Revoked API key ${id}\n`);
      return exitCodes.ok;
    },
  }),
];

/** @throws AppError `unavailable` for an answer without the key */
function requireKey(shown: ShownApiKey): ShownApiKey {
  if (typeof shown.key === 'string') return shown;
  const detail = 'The verifier answers something else than it should: it does not show the new key';
  throw new AppError('unavailable', 'no key', { detail });
}

function purposeOf(agent: string | undefined, gateway: string | undefined): string {
  if (agent !== undefined) return 'agent';
  return gateway === undefined ? 'cli' : 'gateway';
}
