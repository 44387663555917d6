/** `assay gateway list`: the gateways of the organisation and what each runs. */
import { writeList } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption, limitOption, readLimit } from '../control-options.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...limitOption, ...jsonOption, ...serviceOption('verifier') } as const;

export const gatewayList: Command = {
  name: 'gateway list',
  summary: 'List gateways: which configuration each runs, and what of it does not work',
  usage: ['gateway list [-n N] [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const limit = readLimit(args);
    const { connectGateways } = await import('../remote-gateways.ts');
    const { renderGatewayList } = await import('../render/gateway.ts');
    return writeList(io, args, await connectGateways(io, args).list(limit), {
      render: renderGatewayList,
      none: 'No gateway has asked for its configuration yet.',
    });
  },
};
