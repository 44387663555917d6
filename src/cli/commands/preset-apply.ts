/** `assay preset apply WORKSPACE`: puts a preset or a bundle into a workspace, or shows what that would change. */
import { bundleNames, presetAuditors, tiers } from '../../contract/api/presets/states.ts';
import { type Command, exitCodes } from '../command.ts';
import { type ParsedArguments, parseChoice, parseOptions, requirePositionals, UsageError } from '../options.ts';
import type { PresetBody } from '../presets.ts';
import { renderPresetAnswer } from '../render/preset.ts';
import { createStyle } from '../render/style.ts';
import { toJsonText } from '../render/table.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  auditor: { type: 'string', value: 'NAME', description: `Auditor: ${presetAuditors.join(', ')}` },
  tier: { type: 'string', value: 'NAME', description: `Tier of the auditor: ${tiers.join(', ')}` },
  bundle: { type: 'string', value: 'NAME', description: `Two auditors at once: ${bundleNames.join(', ')}` },
  overwrite: { type: 'boolean', description: 'Replace values and rules that a person set or edited, too' },
  preview: { type: 'boolean', description: 'Show what would change; nothing is changed' },
  json: { type: 'boolean', description: 'Print the answer as JSON' },
  ...serviceOption('verifier'),
} as const;

export const presetApply: Command = {
  name: 'preset apply',
  summary: 'Apply a preset or a bundle to a workspace',
  usage: [
    'preset apply WORKSPACE --auditor NAME --tier NAME [--overwrite] [--preview] [--json]',
    'preset apply WORKSPACE --bundle NAME [--overwrite] [--preview] [--json]',
  ],
  options,
  details: [
    'A preset sets detection values and response rules of its auditors, in one transaction. Another tier replaces the rules and the values of the one before. What a person set stays unless --overwrite; what the organisation enforces stays always. Both are listed as unchanged.',
    'Exit code 1 when the verifier refuses it: the workspace does not exist, or its policies would not hold.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [workspace = ''] = requirePositionals(args.positionals, ['WORKSPACE']);
    const body = readBody(args);
    const preview = args.flag('preview');
    const { connectPresets } = await import('../presets.ts');
    const answer = await connectPresets(io, args).apply(workspace, body, {
      overwrite: args.flag('overwrite'),
      preview,
    });
    if (args.flag('json')) io.stdout.write(toJsonText(answer));
    else io.stdout.write(renderPresetAnswer(answer, preview, createStyle(io.color)));
    return exitCodes.ok;
  },
};

function readBody(args: ParsedArguments): PresetBody {
  const [auditor, tier, bundle] = [args.text('auditor'), args.text('tier'), args.text('bundle')];
  const isTier = auditor !== undefined || tier !== undefined;
  if (isTier === (bundle !== undefined)) throw new UsageError('Name either --auditor and --tier, or --bundle.');
  if (bundle !== undefined) return { bundle: parseChoice('bundle', bundle, bundleNames) };
  if (auditor === undefined) throw new UsageError('--auditor is missing.');
  if (tier === undefined) throw new UsageError('--tier is missing.');
  return { auditor: parseChoice('auditor', auditor, presetAuditors), tier: parseChoice('tier', tier, tiers) };
}
