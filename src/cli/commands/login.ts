/** `assay login`: signs a person in by the browser, or a machine by its own credentials. */
import { resolve } from 'node:path';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { type ParsedArguments, parseOptions, parseWholeNumber, requirePositionals, UsageError } from '../options.ts';
import { apiKeyVariable, serviceOption, tokenVariable } from '../service-address.ts';

const options = {
  'no-browser': { type: 'boolean', description: 'Only print the address to open' },
  port: {
    type: 'string',
    value: 'N',
    description: 'Port on this machine that the answer comes to; a free one if absent',
  },
  scope: {
    type: 'string',
    value: 'SCOPE',
    multiple: true,
    description: 'What the login is good for; all that you may do if absent',
  },
  'client-id': { type: 'string', value: 'ID', description: 'Sign in as this client, such as that of an agent' },
  'client-secret-file': { type: 'string', value: 'FILE', description: 'Where its secret is' },
  'key-file': { type: 'string', value: 'FILE', description: 'Where its private key is (JWK)' },
  ...serviceOption('verifier'),
} as const;

/** People may have to look for a password; the verifier itself waits longer. */
const timeoutMs = 10 * 60_000;

export const login: Command = {
  name: 'login',
  summary: 'Sign in at a verifier, by the browser or as a machine',
  usage: [
    'login [--no-browser] [--port N] [--scope SCOPE...] [--verifier URL]',
    'login --client-id ID (--client-secret-file FILE | --key-file FILE) [--scope SCOPE...] [--verifier URL]',
  ],
  options,
  details: [
    'Commands that talk to this verifier use the login from then on; ASSAY_ACCESS_TOKEN and ASSAY_API_KEY go before it. It is kept in assay/credentials.json of your configuration folder, for you alone, and renewed when it is due.',
    'On a machine without a browser: --port 7777 there, and `ssh -L 7777:127.0.0.1:7777` from where the browser is.',
    'Exit code 1: the sign-in was refused, or the port is taken.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { serviceUrl } = await import('../service.ts');
    const { connectClient } = await import('../client.ts');
    const url = serviceUrl('verifier', io.env, args);
    const token = await signIn(io, args, url);
    const { toPlainText } = await import('../../proof/report.ts');
    const env = { ...io.env, [tokenVariable]: token.reveal() };
    const { email, user_id, role, org_id } = await (await connectClient({ ...io, env }, args)).me.get();
    const who = toPlainText(email ?? user_id, 254);
    io.stdout.write(`Signed in at ${url} as ${who} (${toPlainText(role)} in ${toPlainText(org_id)})\n`);
    const first = [tokenVariable, apiKeyVariable].find((name) => io.env[name]);
    if (first !== undefined)
      io.stderr.write(`${first} is set and goes before this login: unset it to use the login.\n`);
    return exitCodes.ok;
  },
};

async function signIn(io: CommandIo, args: ParsedArguments, url: string) {
  const { signInMachine, signInPerson } = await import('../login/sign-in.ts');
  const [clientId, secretFile, keyFile] = ['client-id', 'client-secret-file', 'key-file'].map(args.text);
  const scopes = args.texts('scope');
  if (clientId === undefined) {
    if (secretFile !== undefined || keyFile !== undefined) throw new UsageError('--client-id ID is missing.');
    const port =
      args.text('port') === undefined ? undefined : parseWholeNumber('port', args.text('port') ?? '', [1, 65_535]);
    const isFull = scopes.length === 0;
    return signInPerson(io, {
      url,
      port,
      timeoutMs,
      scopes: isFull ? ['assay:full'] : scopes,
      opensBrowser: !args.flag('no-browser'),
    });
  }
  if (secretFile !== undefined && keyFile !== undefined) {
    throw new UsageError('Name one of --client-secret-file and --key-file.');
  }
  // Absolute paths: renewals read the files again, from any working directory.
  const files = {
    ...(secretFile === undefined ? {} : { secret_file: resolve(secretFile) }),
    ...(keyFile === undefined ? {} : { key_file: resolve(keyFile) }),
  };
  return signInMachine(io, { url, clientId, scopes, ...files });
}
