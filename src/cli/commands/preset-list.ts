/** `assay preset list`: the presets and bundles of the verifier, with what each sets and asks for. */
import { type Command, exitCodes } from '../command.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { renderPresetList } from '../render/preset.ts';
import { createStyle } from '../render/style.ts';
import { toJsonText } from '../render/table.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  json: { type: 'boolean', description: 'Print the list as JSON, with the Cedar text of each preset' },
  ...serviceOption('verifier'),
} as const;

export const presetList: Command = {
  name: 'preset list',
  summary: 'List presets and bundles: what each sets, and what it answers to a finding',
  usage: ['preset list [--json]'],
  options,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { connectPresets } = await import('../presets.ts');
    const list = await connectPresets(io, args).list();
    io.stdout.write(args.flag('json') ? toJsonText(list) : renderPresetList(list, createStyle(io.color)));
    return exitCodes.ok;
  },
};
