/** Commands over credentials for other services, in the order in which help shows them. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { reasonOption } from '../control-options.ts';
import { findNamedPeople } from '../find-member.ts';
import { clientCommand, listCommand, operationCommand } from '../operation-command.ts';
import { parseOptionalChoice } from '../options.ts';
import { credentialConnect } from './credential-connect.ts';
import { credentialCreate, credentialRotate } from './credential-secrets.ts';

const render = () => import('../render/credentials.ts');
const renderCredential = async () => (await render()).renderCredential;

const statuses = [
  ...(['pending', 'active', 'expiring', 'refreshing', 'rotating'] as const),
  ...(['reauth_required', 'expired', 'revoked'] as const),
];
/** States of a credential that works after a refresh. */
const workingStatuses: readonly string[] = ['active', 'expiring', 'refreshing', 'rotating'];

export const credentialCommands: readonly Command[] = [
  credentialConnect,
  listCommand({
    name: 'credential list',
    summary: 'List credentials for other services, newest first. Secrets are never shown',
    usage: [
      'credential list [--service NAME] [--agent ID] [--for MEMBER] [--workspace ID] [--status STATUS] [-n N] [--json]',
    ],
    options: {
      service: { type: 'string', value: 'NAME', description: 'Only credentials for this service' },
      agent: { type: 'string', value: 'ID', description: 'Only credentials of this agent' },
      for: { type: 'string', value: 'MEMBER', description: 'Only credentials of this person, by id or address' },
      workspace: { type: 'string', value: 'ID', description: 'Only credentials of this workspace' },
      status: {
        type: 'string',
        value: 'STATUS',
        description: 'Only credentials in this state, e.g. active; all except revoked ones if absent',
      },
    },
    operatorToken: true,
    async pages(client, args) {
      const status = parseOptionalChoice(args, 'status', statuses);
      const { subject } = await findNamedPeople(client, args);
      const query = {
        service: args.text('service'),
        agent_id: args.text('agent'),
        user_id: subject,
        workspace_id: args.text('workspace'),
        status,
      };
      return (page) => client.scopedCredentials.list({ ...query, ...page });
    },
    render: async () => (await render()).renderCredentials,
    none: 'There is no credential that fits.',
  }),
  operationCommand({
    name: 'credential show',
    summary: 'Show a credential. Revoked credentials are shown too, secrets never',
    usage: ['credential show ID [--json]'],
    arguments: ['ID'],
    operatorToken: true,
    call: (client, args) => client.scopedCredentials.get({ id: args.argument('ID') }),
    render: renderCredential,
  }),
  credentialCreate,
  operationCommand({
    name: 'credential effective',
    summary: 'Show which credential an agent gets for a service, and why the others are not chosen',
    usage: ['credential effective AGENT SERVICE [--for MEMBER] [--resource URI] [--scope SCOPE]... [--json]'],
    arguments: ['AGENT', 'SERVICE'],
    options: {
      for: { type: 'string', value: 'MEMBER', description: 'While it acts for this person, by id or address' },
      resource: { type: 'string', value: 'URI', description: 'Resource that is called' },
      issuer: { type: 'string', value: 'URI', description: 'Authorization server of the resource, if you know it' },
      workspace: { type: 'string', value: 'ID', description: 'As if it were in this workspace; its own if absent' },
      scope: { type: 'string', value: 'SCOPE', multiple: true, description: 'Scope that the call needs' },
    },
    details: ['Exit code 1: no credential is ready.'],
    operatorToken: true,
    async call(client, args) {
      const scopes = args.texts('scope');
      const { subject } = await findNamedPeople(client, args);
      return client.scopedCredentials.getEffective({
        agent_id: args.argument('AGENT'),
        service: args.argument('SERVICE'),
        user_id: subject,
        resource: args.text('resource'),
        issuer: args.text('issuer'),
        workspace_id: args.text('workspace'),
        scopes: scopes.length === 0 ? undefined : scopes.join(' '),
      });
    },
    render: async () => (await render()).renderEffective,
    isNo: ({ status }) => status !== 'ready' && status !== 'not_required',
  }),
  credentialRotate,
  operationCommand({
    name: 'credential refresh',
    summary: 'Fetch a new token from the other side now. The verifier does this by itself when it is due',
    usage: ['credential refresh ID [--json]'],
    arguments: ['ID'],
    details: [
      'For connected credentials (oauth2_code), and for clients of your organisation (client_credentials).',
      'Exit code 1: the other side refused or does not answer, or there is nothing to refresh.',
    ],
    operatorToken: true,
    call: (client, args) => client.scopedCredentials.refresh({ id: args.argument('ID') }),
    render: renderCredential,
    isNo: ({ status }) => !workingStatuses.includes(status),
  }),
  clientCommand({
    name: 'credential revoke',
    summary: 'Revoke a credential at once and for good. Its secrets are destroyed',
    usage: ['credential revoke ID [--reason TEXT] [--json]'],
    arguments: ['ID'],
    options: reasonOption,
    details: [
      'A repeat changes nothing. The verifier tells the other side where that is possible.',
      'Exit code 1: there is no such credential, or you may not see it.',
    ],
    operatorToken: true,
    async run(client, args, io) {
      const id = args.argument('ID');
      const revoked = await client.scopedCredentials.revoke({ id, body: { reason: args.text('reason') } });
      return writeAnswer(io, args, revoked, () => `Revoked credential ${id}\n`);
    },
  }),
];
