/** Commands over policies, in the order in which help shows them. */
import { writeAnswer, writeRemoved } from '../answer.ts';
import { type Command, exitCodes } from '../command.ts';
import { operatorTokenNote, readNumber, revisionOption } from '../control-options.ts';
import { clientCommand, listCommand } from '../operation-command.ts';
import { UsageError } from '../options.ts';
import { policyReplay } from './policy-replay.ts';
import { policyStateCommands } from './policy-states.ts';
import { policyTextCommands } from './policy-texts.ts';
import { policyValidate } from './policy-validate.ts';

export const policyCommands: readonly Command[] = [
  ...policyTextCommands,
  policyValidate,
  ...policyStateCommands,
  policyReplay,
  listCommand({
    name: 'policy history',
    summary: 'List the changes of a policy, with author and reason',
    usage: ['policy history ID [-n N] [--json]'],
    arguments: ['ID'],
    details: ['The history of a removed policy is found by its id, not by its name.'],
    async pages(client, args) {
      const idOrName = args.argument('ID');
      const { findPolicy } = await import('../find-policy.ts');
      const id = idOrName.startsWith('pol_') ? idOrName : (await findPolicy(client, idOrName)).id;
      return (page) => client.policies.history({ id, ...page });
    },
    render: async () => (await import('../render/history.ts')).renderHistory,
    none: 'There was never such a policy.',
  }),
  clientCommand({
    name: 'policy effective',
    summary: 'Show the policies that decide for an agent: levels, trials, chain and problems',
    usage: ['policy effective --agent ID [--text | --json]'],
    options: {
      agent: { type: 'string', value: 'ID', description: 'The agent' },
      text: { type: 'boolean', description: 'Print the combined Cedar text and nothing else' },
    },
    details: [
      'Organisation, workspace and agent each have policies. A level further in can only tighten the levels further out. Decisions and Evidence name the version.',
      'Exit code 1: its policies do not hold over its chain, or with --text: the gateway has the only policy.',
    ],
    async run(client, args, io) {
      const agent = args.text('agent');
      if (agent === undefined) throw new UsageError('--agent is missing.');
      const { renderEffectivePolicy } = await import('../render/policy.ts');
      const view = await client.policies.effective({ agent_id: agent });
      if (args.flag('text')) {
        if (view.text === null) {
          io.stderr.write("No policy is active here: the gateway's own file decides.\n");
          return exitCodes.no;
        }
        io.stdout.write(view.text);
        return exitCodes.ok;
      }
      writeAnswer(io, args, view, renderEffectivePolicy);
      const isGood = view.problems.every(({ severity }) => severity === 'warning' || severity === 'note');
      return isGood ? exitCodes.ok : exitCodes.no;
    },
  }),
  clientCommand({
    name: 'policy remove',
    summary: 'Remove a policy. It stops deciding at once',
    usage: ['policy remove ID [--json]'],
    arguments: ['ID'],
    options: revisionOption,
    details: [
      'Its history stays: assay policy history with the id of the policy.',
      operatorTokenNote,
      'Exit code 1: there is no such policy, or somebody changed it meanwhile.',
    ],
    async run(client, args, io) {
      const revision = readNumber(args, 'revision');
      const { changeAt } = await import('../change-policy.ts');
      const { connectForChange } = await import('../client.ts');
      const { findPolicy } = await import('../find-policy.ts');
      const policy = await findPolicy(client, args.argument('ID'));
      const changer = await connectForChange(io, args, policy.scope.level);
      const at = { id: policy.id, revision: revision ?? policy.revision };
      await changeAt(changer, at, (basis) => changer.policies.remove(basis));
      return writeRemoved(io, args, `policy ${policy.name} (${policy.id})`);
    },
  }),
];
