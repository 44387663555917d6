/** Commands over the people and the credentials of an agent, in the order in which help shows them. */
import { writeAnswer } from '../answer.ts';
import { checkedByVerifier } from '../checked-by-verifier.ts';
import type { Command } from '../command.ts';
import { operatorTokenNote, readNumber, revisionOption } from '../control-options.ts';
import { readJwks } from '../jwks-file.ts';
import { clientCommand, operationCommand, removalCommand } from '../operation-command.ts';
import { parseChoice, requirePositionals, UsageError } from '../options.ts';
import { changeAgent, noteSecret } from './agents.ts';

const render = () => import('../render/agent.ts');

export const agentAccessCommands: readonly Command[] = [
  clientCommand({
    name: 'agent access',
    summary: 'Show or set the owners, editors and viewers of an agent',
    usage: [
      'agent access show ID [--json]',
      'agent access set ID --owner MEMBER... [--editor MEMBER...] [--viewer MEMBER...] [--json]',
    ],
    arguments: 'any',
    options: {
      owner: { type: 'string', value: 'MEMBER', multiple: true, description: 'Owner; the first owner first' },
      editor: { type: 'string', value: 'MEMBER', multiple: true, description: 'May configure, start and stop it' },
      viewer: { type: 'string', value: 'MEMBER', multiple: true, description: 'May read it' },
      ...revisionOption,
    },
    details: [
      'set replaces all three lists: a member that you do not name has no role on the agent any more.',
      operatorTokenNote,
      'Exit code 1: a named person is no member or is named twice, or somebody changed the agent meanwhile.',
    ],
    operatorToken: (args) => args.positionals[0] === 'set',
    async run({ agents }, args, io) {
      const [verb = '', id = ''] = requirePositionals(args.positionals, ['show or set', 'ID']);
      const isSet = parseChoice('access', verb, ['show', 'set']) === 'set';
      const owners = args.texts('owner');
      if (isSet && owners.length === 0) throw new UsageError('Every agent has an owner: --owner MEMBER.');
      const revision = readNumber(args, 'revision');
      const { renderRoles } = await render();
      if (!isSet) return writeAnswer(io, args, await agents.getAccess({ id }), renderRoles);
      const ifMatch = revision ?? (await agents.getAccess({ id })).revision;
      const body = { owners, editors: args.texts('editor'), viewers: args.texts('viewer') };
      return writeAnswer(io, args, await agents.replaceAccess({ id, body, ifMatch }), renderRoles);
    },
  }),
  operationCommand({
    name: 'agent rotate-credentials',
    summary: 'Give an agent a new secret, shown once, or new keys',
    usage: ['agent rotate-credentials ID [--jwks FILE] [--revoke-tokens] [--json]'],
    arguments: ['ID'],
    options: {
      jwks: { type: 'string', value: 'FILE', description: 'Public keys (JWK set) instead of a secret; - for stdin' },
      'revoke-tokens': { type: 'boolean', description: 'Also revoke the tokens that were issued before' },
    },
    details: [
      'An agent that a file registered gets its first credential by this command.',
      operatorTokenNote,
      'Exit code 1: there is no such agent, it has ended, or the keys are not usable.',
    ],
    operatorToken: true,
    async call(client, args, io) {
      const jwks = await readJwks(io, args.text('jwks'));
      const body = { jwks, revoke_tokens: args.flag('revoke-tokens') ? true : undefined };
      return client.agents.rotateCredentials({ id: args.argument('ID'), body: checkedByVerifier(body) });
    },
    note: noteSecret,
    render: async () => (await render()).renderAgent,
  }),
  operationCommand({
    name: 'agent identity-document',
    summary: 'Issue an identity document (JWT-SVID) of an agent',
    usage: ['agent identity-document ID --audience TEXT [--json]'],
    arguments: ['ID'],
    options: { audience: { type: 'string', value: 'TEXT', description: 'Recipient: a URL or a SPIFFE id' } },
    details: [
      'Only the document is printed. It is valid for five minutes, for this audience only. Keep it secret: its bearer counts as the agent.',
      operatorTokenNote,
      'Exit code 1: the agent must not run, or you are neither one of its owners nor an admin.',
    ],
    operatorToken: true,
    call(client, args) {
      const audience = args.text('audience');
      if (audience === undefined) throw new UsageError('Say who it is for: --audience TEXT.');
      return client.spiffe.issueIdentityDocument({ id: args.argument('ID'), body: { audience } });
    },
    render:
      async () =>
      ({ svid }) =>
        `${svid}\n`,
  }),
  removalCommand({
    name: 'agent remove',
    summary: 'Remove an agent that does not run, with its settings, policies and credentials',
    usage: ['agent remove ID [--json]'],
    arguments: ['ID'],
    options: revisionOption,
    details: [
      'Its Evidence stays. The id can be registered again, in the same workspace.',
      operatorTokenNote,
      'Exit code 1: it runs (suspend or decommission it first), or somebody changed it meanwhile.',
    ],
    operatorToken: true,
    async remove(client, args) {
      const revision = readNumber(args, 'revision');
      const before = await client.agents.get({ id: args.argument('ID') });
      const basis = { id: before.id, revision: revision ?? before.revision };
      await changeAgent(client, basis, (at) => client.agents.remove(at));
      return `agent ${args.argument('ID')}`;
    },
  }),
];
