/** `assay token introspect`: what a token is worth now (RFC 7662). */
import { type Command, exitCodes } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';
import { clientOptions, openIssuerAs, readSecret } from '../token-options.ts';

const options = {
  'token-file': { type: 'string', value: 'FILE', description: 'Where the token is; - is standard input' },
  'token-env': { type: 'string', value: 'NAME', description: 'The variable of the environment that holds it' },
  ...clientOptions,
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const tokenIntrospect: Command = {
  name: 'token introspect',
  summary: 'Ask what a token is worth now, and who acts by it for whom',
  usage: ['token introspect --token-file FILE --client-id ID (--client-secret-file FILE | --key-file FILE) [--json]'],
  options,
  details: [
    'A client is told of its own tokens and of those of its organisation.',
    'Exit code 1: the token holds no longer, or nothing is known of it.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const token = await readSecret(io, args, 'token');
    const issuer = await openIssuerAs(io, args);
    const answer = await issuer.introspect(token);
    const { writeAnswer } = await import('../answer.ts');
    const { renderIntrospection } = await import('../render/tokens.ts');
    writeAnswer(io, args, answer, renderIntrospection);
    return answer.active ? exitCodes.ok : exitCodes.no;
  },
};
