/** `assay secrets rewrap`: seals all data keys with the current version of the key, until none is left. */
import { type Command, exitCodes } from '../command.ts';
import { jsonOption } from '../control-options.ts';
import { withOperatorToken } from '../operator-token.ts';
import { parseOptions, requirePositionals } from '../options.ts';
import { serviceOption } from '../service-address.ts';
import type { RewrapFailure } from '../wire-vault.ts';

const options = { ...jsonOption, ...serviceOption('verifier') } as const;

export const secretsRewrap: Command = {
  name: 'secrets rewrap',
  summary: 'Seal every stored secret with the current version of the key',
  usage: ['secrets rewrap [--json]'],
  options,
  details: [
    'It may be stopped anywhere and run again: it goes on with what is left. Secrets are used and written meanwhile.',
    'Exit code 1: some could not be rewrapped; each is named, with why. Needs the operator token.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const { connectVault } = await import('../remote-vault.ts');
    const { renderFailures } = await import('../render/vault.ts');
    const { toJsonText } = await import('../render/table.ts');
    const remote = connectVault(await withOperatorToken(io, args, 'verifier'), args);
    const failed: RewrapFailure[] = [];
    let rewrapped = 0;
    let remaining = 0;
    let cursor: string | undefined;
    do {
      const answer = await remote.rewrap(cursor);
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
};
