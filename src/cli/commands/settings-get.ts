/** `assay settings get AUDITOR [NAME]`: what one scope set about an auditor. */
import { writeAnswer } from '../answer.ts';
import { type Command, exitCodes } from '../command.ts';
import { describeScope, jsonOption, readScope, scopeOptions } from '../control-options.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = { ...scopeOptions, ...jsonOption, ...serviceOption('verifier') } as const;

export const settingsGet: Command = {
  name: 'settings get',
  summary: 'Show what a scope sets about an auditor',
  usage: ['settings get AUDITOR [NAME] --org | --workspace ID | --agent ID [--json]'],
  options,
  details: [
    'With NAME only its value is printed. What holds in the end, from all scopes: assay settings effective.',
    'Exit code 1: nothing is set there.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [auditor, name, ...rest] = args.positionals;
    if (auditor === undefined) throw new UsageError('AUDITOR is missing.');
    requirePositionals(rest, []);
    const named = readScope(args);
    const { connectSettings } = await import('../remote-settings.ts');
    const { renderSettings } = await import('../render/settings.ts');
    const { formatValue } = await import('../render/value.ts');
    const settings = connectSettings(io, args);
    const scope = await settings.resolve(named);
    const record = await settings.require(scope, auditor);
    if (name === undefined || args.flag('json')) return writeAnswer(io, args, record, renderSettings);
    const entry = Object.hasOwn(record.settings, name) ? record.settings[name] : undefined;
    if (entry === undefined) {
      io.stderr.write(`${name} is not set at ${describeScope(scope)}.\n`);
      return exitCodes.no;
    }
    io.stdout.write(`${formatValue(entry.value)}\n`);
    return exitCodes.ok;
  },
};
