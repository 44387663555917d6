/** `assay settings effective --agent A [AUDITOR]`: what holds for an agent, and which scope decided it. */
import { writeAnswer } from '../answer.ts';
import type { Command } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';
import { serviceOption } from '../service-address.ts';

const options = {
  agent: { type: 'string', value: 'ID', description: 'The agent' },
  set: { type: 'boolean', description: 'Only what a scope sets; without the defaults' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

export const settingsEffective: Command = {
  name: 'settings effective',
  summary: 'Show what holds for an agent, and which scope decided it',
  usage: ['settings effective [AUDITOR] --agent ID [--set | --json]'],
  options,
  details: [
    'The organisation comes first, then its workspace, then the agent: what is further in replaces, except where it is enforced further out. OVERRIDDEN names what was set and does not hold.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [auditor, ...rest] = args.positionals;
    requirePositionals(rest, []);
    const agent = args.text('agent');
    if (agent === undefined) throw new UsageError('--agent is missing.');
    const { connectSettings } = await import('../remote-settings.ts');
    const { renderAllEffectiveSettings, renderEffectiveSettings } = await import('../render/settings.ts');
    const settings = connectSettings(io, args);
    const shown = { onlySet: args.flag('set') };
    if (auditor !== undefined) {
      return writeAnswer(io, args, await settings.effective(agent, auditor), (view, style) =>
        renderEffectiveSettings(view, style, shown),
      );
    }
    return writeAnswer(io, args, await settings.effectiveOfAll(agent), ({ items }, style) =>
      renderAllEffectiveSettings(items, style, shown),
    );
  },
};
