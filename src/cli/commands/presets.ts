/** Commands over presets, in the order in which help shows them. */
import { bundleNames, presetAuditors, tiers } from '../../contract/api/presets/states.ts';
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { clientCommand, operationCommand } from '../operation-command.ts';
import { type ParsedArguments, parseChoice, UsageError } from '../options.ts';

const render = () => import('../render/preset.ts');

export const presetCommands: readonly Command[] = [
  operationCommand({
    name: 'preset list',
    summary: 'List presets and bundles with their settings, and their responses to a finding',
    usage: ['preset list [--json]'],
    details: ['With --json each preset has its Cedar text.'],
    call: (client) => client.presets.list(),
    render: async () => (await render()).renderPresetList,
  }),
  clientCommand({
    name: 'preset apply',
    summary: 'Apply a preset or a bundle to a workspace',
    usage: [
      'preset apply WORKSPACE --auditor NAME --tier NAME [--overwrite] [--preview] [--json]',
      'preset apply WORKSPACE --bundle NAME [--overwrite] [--preview] [--json]',
    ],
    arguments: ['WORKSPACE'],
    options: {
      auditor: { type: 'string', value: 'NAME', description: `Auditor: ${presetAuditors.join(', ')}` },
      tier: { type: 'string', value: 'NAME', description: `Tier of the auditor: ${tiers.join(', ')}` },
      bundle: { type: 'string', value: 'NAME', description: `Two auditors at once: ${bundleNames.join(', ')}` },
      overwrite: { type: 'boolean', description: 'Also replace values and rules that a person set or edited' },
      preview: { type: 'boolean', description: 'Show what would change, and change nothing' },
    },
    details: [
      'A preset sets detection values and response rules of its auditors, in one transaction. Another tier replaces the rules and the values of the one before. Values that a person set stay without --overwrite; values that the organisation enforces stay always. Both are listed as unchanged.',
      'Exit code 1: the verifier refuses it, because there is no such workspace, or because its policies would not hold.',
    ],
    async run(client, args, io) {
      const isPreview = args.flag('preview');
      const whenSet = (name: string) => (args.flag(name) ? ('true' as const) : undefined);
      const query = { overwrite: whenSet('overwrite'), preview: whenSet('preview') };
      const body = readBody(args);
      const { renderPresetAnswer } = await render();
      const answer = await client.presets.applyAlias({ id: args.argument('WORKSPACE'), ...query, body });
      return writeAnswer(io, args, answer, (applied, style) => renderPresetAnswer(applied, isPreview, style));
    },
  }),
];

function readBody(args: ParsedArguments) {
  const [auditor, tier, bundle] = [args.text('auditor'), args.text('tier'), args.text('bundle')];
  const isTier = auditor !== undefined || tier !== undefined;
  if (isTier === (bundle !== undefined)) throw new UsageError('Name either --auditor and --tier, or --bundle.');
  if (bundle !== undefined) return { bundle: parseChoice('bundle', bundle, bundleNames) };
  if (auditor === undefined) throw new UsageError('--auditor is missing.');
  if (tier === undefined) throw new UsageError('--tier is missing.');
  return { auditor: parseChoice('auditor', auditor, presetAuditors), tier: parseChoice('tier', tier, tiers) };
}
