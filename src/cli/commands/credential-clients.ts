/** Commands over OAuth clients of the organisation at other authorization servers, in the order in which help shows them. */
import type { Command } from '../command.ts';
import { listCommand, operationCommand, removalCommand } from '../operation-command.ts';
import { parseOptionalChoice, UsageError } from '../options.ts';
import { readSecret, secretOption } from '../secret-input.ts';

const render = () => import('../render/foreign-clients.ts');

export const credentialClientCommands: readonly Command[] = [
  operationCommand({
    name: 'credential client add',
    summary: 'Keep an OAuth client that an authorization server gave to your organisation',
    usage: ['credential client add ISSUER --client-id ID [--method METHOD] [--secret-file FILE | --public] [--json]'],
    arguments: ['ISSUER'],
    options: {
      'client-id': { type: 'string', value: 'ID', description: 'Id of the client at the other side' },
      method: {
        type: 'string',
        value: 'METHOD',
        description: 'client_secret_basic, client_secret_post or none; a method that the server offers if absent',
      },
      public: { type: 'boolean', description: 'It has no secret' },
      ...secretOption,
    },
    details: [
      'For servers that do not register clients by themselves: register there by hand, with the redirect URI that the answer shows, and keep the client here. The organisation uses it from now on instead of its earlier client there.',
      'The client secret is read from standard input, or from --secret-file: never from an argument. No answer shows it.',
      'ISSUER is the authorization server, exactly as its metadata names it. You need to be an admin.',
      'Example: assay credential client add https://auth.crm.example --client-id assay-acme < secret.txt',
    ],
    operatorToken: true,
    async call(client, args, io) {
      const clientId = args.text('client-id');
      if (clientId === undefined) throw new UsageError('--client-id ID is missing: the id that the server gave.');
      const method = parseOptionalChoice(args, 'method', ['client_secret_basic', 'client_secret_post', 'none']);
      const isPublic = args.flag('public') || method === 'none';
      if (isPublic && args.text('secret-file') !== undefined) {
        throw new UsageError('A public client has no secret: leave --secret-file out.');
      }
      const secret = isPublic ? undefined : await readSecret(io, args);
      return client.foreignClients.create({
        body: {
          issuer: args.argument('ISSUER'),
          client_id: clientId,
          client_secret: secret,
          token_endpoint_auth_method: isPublic ? 'none' : method,
        },
      });
    },
    render: async () => (await render()).renderForeignClient,
  }),
  listCommand({
    name: 'credential client list',
    summary: 'List the OAuth clients of your organisation at other authorization servers, newest first',
    usage: ['credential client list [--issuer URL] [-n N] [--json]'],
    options: {
      issuer: { type: 'string', value: 'URL', description: 'Only clients at this authorization server' },
    },
    details: ['You need to be an operator or an admin.'],
    operatorToken: true,
    pages: (client, args) => (page) => client.foreignClients.list({ issuer: args.text('issuer'), ...page }),
    render: async () => (await render()).renderForeignClients,
    none: 'There is no client that fits.',
  }),
  removalCommand({
    name: 'credential client remove',
    summary: 'Remove an OAuth client with its secret. A registration that the verifier made at the other side ends too',
    usage: ['credential client remove ID [--json]'],
    arguments: ['ID'],
    details: ['Exit code 1: credentials depend on it. Revoke them first. You need to be an admin.'],
    operatorToken: true,
    async remove(client, args) {
      const id = args.argument('ID');
      await client.foreignClients.remove({ id });
      return `client ${id}`;
    },
  }),
];
