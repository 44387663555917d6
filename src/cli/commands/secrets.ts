/** Commands over the keys that stored secrets are sealed with, in the order in which help shows them. */
import type { VaultRewrapFailure } from '@assay/client';
import { toPlainText } from '../../proof/report.ts';
import { type Command, exitCodes } from '../command.ts';
import { clientCommand, operationCommand } from '../operation-command.ts';
import { parseWholeNumber, UsageError } from '../options.ts';
import { toJsonText } from '../render/table.ts';

const render = () => import('../render/vault.ts');

export const secretsCommands: readonly Command[] = [
  operationCommand({
    name: 'secrets status',
    summary: 'Show which keys stored secrets are sealed with, and how many with each',
    usage: ['secrets status [--json]'],
    details: [
      'Needs the operator token: ASSAY_ACCESS_TOKEN, else the one in the data folder when the verifier is on this machine.',
    ],
    operatorToken: true,
    call: (client) => client.vault.get(),
    render: async () => (await render()).renderVault,
  }),
  operationCommand({
    name: 'secrets rotate',
    summary: 'Seal new secrets with a newer version of the key. Old secrets still open',
    usage: ['secrets rotate [--json]'],
    details: [
      'This gives a key in a file or at a transit server a new version. Change a key in VERIFIER_KEK first, in every process; this command then takes it into use.',
      'Run assay secrets rewrap next, and assay secrets retire when nothing is left. Needs the operator token.',
    ],
    operatorToken: true,
    call: (client) => client.vault.rotate(),
    render: async () => (answer) => {
      const { key_id: keyId, version } = answer;
      return `${toPlainText(`New secrets are sealed with version ${version} of ${keyId}. Next: assay secrets rewrap`, 500)}\n`;
    },
  }),
  clientCommand({
    name: 'secrets rewrap',
    summary: 'Seal every stored secret with the current version of the key',
    usage: ['secrets rewrap [--json]'],
    details: [
      'You can stop it at any time and run it again: it continues with the rest. Secrets can be used and written meanwhile.',
      'Exit code 1: some secrets could not be rewrapped; each is named with the reason. Needs the operator token.',
    ],
    operatorToken: true,
    // A batch with a key at another service takes long.
    timeoutMs: 120_000,
    async run(client, args, io) {
      const { renderFailures } = await render();
      const failed: VaultRewrapFailure[] = [];
      let rewrapped = 0;
      let remaining = 0;
      let cursor: string | undefined;
      do {
        const answer = await client.vault.rewrap({ body: { cursor } });
        failed.push(...answer.failed);
        rewrapped += answer.rewrapped;
        remaining = answer.remaining;
        cursor = answer.next_cursor ?? undefined;
      } while (cursor !== undefined);
      const isDone = failed.length === 0 && remaining === 0;
      if (args.flag('json')) io.stdout.write(toJsonText({ rewrapped, remaining, failed }));
      else {
        io.stderr.write(renderFailures(failed));
        io.stdout.write(`Rewrapped ${rewrapped}${isDone ? '' : `, failed ${failed.length}, left ${remaining}`}\n`);
      }
      return isDone ? exitCodes.ok : exitCodes.no;
    },
  }),
  operationCommand({
    name: 'secrets retire',
    summary: 'Retire old versions of the key that no secret is sealed with',
    usage: ['secrets retire [--below VERSION] [--key ID] [--json]'],
    options: {
      below: {
        type: 'string',
        value: 'VERSION',
        description: 'Retire versions below this one; the current one if absent',
      },
      key: { type: 'string', value: 'ID', description: 'Of this key, e.g. file; the current one if absent' },
    },
    details: [
      'A secret that was sealed with a retired version never opens again, not even from a backup of the database. Needs the operator token.',
      'Exit code 1: secrets are still sealed with them; run assay secrets rewrap first.',
    ],
    operatorToken: true,
    async call({ vault }, args) {
      const [below, key] = [args.text('below'), args.text('key')];
      if (key !== undefined && below === undefined)
        throw new UsageError('--key needs --below: say up to which version.');
      const version =
        below === undefined ? (await vault.get()).current_version : parseWholeNumber('below', below, [1, 999_999_999]);
      if (version === null) throw new UsageError('Nothing was sealed yet: there is no version to retire.');
      return vault.setMinimumVersion({ body: { version, key_id: key } });
    },
    render:
      async () =>
      ({ retired }) =>
        retired.length === 0 ? 'There was none to retire\n' : `Retired version ${retired.join(', ')}\n`,
  }),
];
