/** `assay spiffe bundle`: the certificates that services of the deployment are known by, for ASSAY_TRUST_BUNDLE_FILE. */
import type { Command } from '../command.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...serviceOption('verifier') } as const;

export const spiffeBundle: Command = {
  name: 'spiffe bundle',
  summary: 'Print the authorities of X.509-SVIDs as PEM; read it where the verifier is known for certain',
  usage: ['spiffe bundle > trust-bundle.pem'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { connectService } = await import('../service.ts');
    const { spiffeBundlePath } = await import('../../contract/x509-svid.ts');
    const { isBundleWire, toBundleOfWire } = await import('../../clients/verifier/bundle-wire.ts');
    const wire = await connectService('verifier', io, args).json({ path: spiffeBundlePath }, isBundleWire);
    io.stdout.write(toBundleOfWire(wire).pem);
    return 0;
  },
};
