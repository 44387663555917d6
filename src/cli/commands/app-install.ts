/** `assay app install APP --agent ID`: gives an agent an app. */
import type { Command } from '../command.ts';
import { configOption, finishStep, readConfig, stepOptions } from '../installation-step.ts';
import { parseOptions, requirePositionals, UsageError } from '../options.ts';

const options = {
  agent: { type: 'string', value: 'ID', description: 'For this agent' },
  version: { type: 'string', value: 'VERSION', description: 'This version; the newest if absent' },
  'as-me': { type: 'boolean', description: 'Used with your own account, for what the agent does in your name' },
  ...configOption,
  ...stepOptions,
} as const;

export const appInstall: Command = {
  name: 'app install',
  summary: 'Install an app for an agent that you may edit',
  usage: ['app install APP --agent ID [--version VERSION] [--set NAME=VALUE …] [--as-me] [--wait] [--json]'],
  options,
  details: [
    'APP is an id, or a name such as io.github.github/github-mcp-server. Some rule has to make its tools available ' +
      '(assay tool set). An app of the community waits for an approval, one that signs in for somebody who connects it.',
    'Exit code 1: no rule makes a tool of it available, the agent has it already, or with --wait: it failed.',
    'assay app install com.notion/mcp --agent support-bot --wait',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    const [named = ''] = requirePositionals(args.positionals, ['APP']);
    const agentId = args.text('agent');
    if (agentId === undefined) throw new UsageError('Say for which agent: --agent ID.');
    const [version, config] = [args.text('version'), readConfig(args)];
    const { connectApps } = await import('../remote-apps.ts');
    const { connectInstallations } = await import('../remote-installations.ts');
    const { id } = await connectApps(io, args).get(named);
    const remote = connectInstallations(io, args);
    const begun = await remote.install(id, {
      agent_id: agentId,
      ...(version === undefined ? {} : { version }),
      ...(config === undefined ? {} : { config }),
      ...(args.flag('as-me') ? { connect_as: 'me' } : {}),
    });
    return finishStep(io, args, remote, begun);
  },
};
