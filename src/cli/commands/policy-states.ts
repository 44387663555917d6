/** Commands that change which version of a policy decides. */
import type { Command } from '../command.ts';
import { operatorTokenNote, readNumber, reasonOption, revisionOption } from '../control-options.ts';
import { clientCommand } from '../operation-command.ts';
import { UsageError } from '../options.ts';

const change = () => import('../change-policy.ts');

export const policyStateCommands: readonly Command[] = [
  clientCommand({
    name: 'policy activate',
    summary: 'Activate a version of a policy, so that it decides',
    usage: ['policy activate ID [--version N] [--reason TEXT] [--json]'],
    arguments: ['ID'],
    options: {
      version: { type: 'string', value: 'N', description: 'Activate this version; the newest if absent' },
      ...reasonOption,
      ...revisionOption,
    },
    details: [
      'Gateways take it within two seconds. assay gateway rollout --wait waits until all of them have it.',
      operatorTokenNote,
      'Exit code 1: it would not hold in some scope (each problem is printed), or somebody changed the policy meanwhile.',
    ],
    async run(client, args, io) {
      const version = readNumber(args, 'version');
      const { changeAt, changePolicy, sourceOf } = await change();
      return changePolicy(client, args, io, {
        idOrName: args.argument('ID'),
        source: (policy) => sourceOf(policy, version ?? policy.version),
        // The version that was read: a newer one could have another text.
        send: (changer, basis, policy) =>
          changeAt(changer, basis, (at) =>
            changer.policies.activate({
              ...at,
              body: { version: version ?? policy.version, reason: args.text('reason') },
            }),
          ),
      });
    },
  }),
  clientCommand({
    name: 'policy deactivate',
    summary: 'Deactivate a policy. It stays as a draft',
    usage: ['policy deactivate ID [--reason TEXT] [--json]'],
    arguments: ['ID'],
    options: { ...reasonOption, ...revisionOption },
    details: [
      'If no policy is active any more, gateways decide by their own files again.',
      operatorTokenNote,
      'Exit code 1: refused, or somebody changed the policy meanwhile.',
    ],
    async run(client, args, io) {
      const { changeAt, changePolicy } = await change();
      return changePolicy(client, args, io, {
        idOrName: args.argument('ID'),
        send: (changer, basis) =>
          changeAt(changer, basis, (at) =>
            changer.policies.deactivate({ ...at, body: { reason: args.text('reason') } }),
          ),
      });
    },
  }),
  clientCommand({
    name: 'policy revert',
    summary: 'Activate an earlier version of a policy again',
    usage: ['policy revert ID [--version N] [--reason TEXT] [--json]'],
    arguments: ['ID'],
    options: {
      version: {
        type: 'string',
        value: 'N',
        description: 'Activate this version; the previously active one if absent',
      },
      ...reasonOption,
      ...revisionOption,
    },
    details: [
      operatorTokenNote,
      'Exit code 1: no version was active before, it would not hold any more, or somebody changed the policy meanwhile.',
    ],
    async run(client, args, io) {
      const version = readNumber(args, 'version');
      const { changeAt, changePolicy, sourceOf } = await change();
      return changePolicy(client, args, io, {
        idOrName: args.argument('ID'),
        source: (policy) => sourceOf(policy, version),
        send: (changer, basis) =>
          changeAt(changer, basis, (at) =>
            changer.policies.revert({ ...at, body: { version, reason: args.text('reason') } }),
          ),
      });
    },
  }),
  clientCommand({
    name: 'policy shadow',
    summary: 'Try a version of a policy beside the active ones. It is recorded and decides nothing',
    usage: ['policy shadow ID [--version N] [--reason TEXT] [--json]', 'policy shadow ID --end [--json]'],
    arguments: ['ID'],
    options: {
      version: { type: 'string', value: 'N', description: 'Try this version; the newest if absent' },
      end: { type: 'boolean', description: 'End the trial' },
      ...reasonOption,
      ...revisionOption,
    },
    details: [
      'Evidence records what it would have decided: assay evidence show ID. Activating the version ends its trial.',
      operatorTokenNote,
      'Exit code 1: it is active already, it would not hold in some scope, or somebody changed the policy meanwhile.',
    ],
    async run(client, args, io) {
      const version = readNumber(args, 'version');
      const isEnd = args.flag('end');
      if (isEnd && version !== undefined) throw new UsageError('Name a --version to try, or --end.');
      const { changeAt, changePolicy, sourceOf } = await change();
      return changePolicy(client, args, io, {
        idOrName: args.argument('ID'),
        source: (policy) => sourceOf(policy, version ?? policy.version),
        send(changer, basis, policy) {
          const body = { version: isEnd ? null : (version ?? policy.version), reason: args.text('reason') };
          return changeAt(changer, basis, (at) => changer.policies.shadow({ ...at, body }));
        },
      });
    },
  }),
];
