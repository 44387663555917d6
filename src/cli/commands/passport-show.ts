/** `assay passport show ID`: one passport, for a reader, as JSON, or the signed passport itself. */
import { type Command, exitCodes } from '../command.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { renderPassport } from '../render/passport.ts';
import { createStyle } from '../render/style.ts';
import { toJsonText } from '../render/table.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  jwt: { type: 'boolean', description: 'Print the signed passport (compact JWS) and nothing else' },
  json: { type: 'boolean', description: 'Print the record of the verifier as JSON' },
  ...serviceOption('verifier'),
} as const;

export const passportShow: Command = {
  name: 'passport show',
  summary: 'Show one passport: status, validity, appraisal',
  usage: ['passport show ID [--jwt | --json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    const [id = ''] = requirePositionals(args.positionals, ['ID']);
    if (args.flag('jwt') && args.flag('json')) throw new UsageError('Choose one of --jwt and --json.');
    const { connectVerifier } = await import('../remote.ts');
    const view = await connectVerifier(io, args).getPassport(id);
    if (args.flag('jwt')) io.stdout.write(`${view.jwt}\n`);
    else if (args.flag('json')) io.stdout.write(toJsonText(view));
    else io.stdout.write(renderPassport(view, createStyle(io.color)));
    return exitCodes.ok;
  },
};
