/** `assay logout`: ends the login at a verifier, there and here. */
import { type Command, exitCodes } from '../command.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...serviceOption('verifier') } as const;

export const logout: Command = {
  name: 'logout',
  summary: 'End the login at a verifier',
  usage: ['logout [--verifier URL]'],
  options,
  details: [
    'The login is removed from this machine even when the verifier cannot be told; that is exit code 3, and it must be revoked in the account there.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { serviceUrl } = await import('../service.ts');
    const { signOut } = await import('../login/sign-in.ts');
    const url = serviceUrl('verifier', io.env, args);
    const outcome = await signOut(io, url);
    io.stdout.write(outcome === 'none' ? `Nobody is signed in at ${url}\n` : `Signed out at ${url}\n`);
    return exitCodes.ok;
  },
};
