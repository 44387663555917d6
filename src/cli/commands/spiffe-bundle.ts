/** `assay spiffe bundle`: prints the certificate authorities of the deployment, for ASSAY_TRUST_BUNDLE_FILE. */
import type { Command } from '../command.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...serviceOption('verifier') } as const;

export const spiffeBundle: Command = {
  name: 'spiffe bundle',
  summary: 'Print the authorities of X.509-SVIDs as PEM. Run it over a connection that you trust',
  usage: ['spiffe bundle > trust-bundle.pem'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { connectClient } = await import('../client.ts');
    const { toBundleOfWire } = await import('../../clients/verifier/bundle-wire.ts');
    const { keys } = await (await connectClient(io, args)).spiffe.getBundle();
    io.stdout.write(toBundleOfWire({ keys: keys.map(({ x5c = [] }) => ({ x5c: [...x5c] })) }).pem);
    return 0;
  },
};
