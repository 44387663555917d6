/** Commands over gateways, in the order in which help shows them. */
import type { Client, Rollout } from '@assay/client';
import { writeAnswer } from '../answer.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { readNumber } from '../control-options.ts';
import { clientCommand, listCommand } from '../operation-command.ts';
import { parseWholeNumber, UsageError } from '../options.ts';
import { createProgress } from '../render/progress.ts';

const render = () => import('../render/gateway.ts');
const defaultTimeoutS = 60;
const pollMs = 250;

export const gatewayCommands: readonly Command[] = [
  listCommand({
    name: 'gateway list',
    summary: 'List gateways with the configuration that each runs, and its problems',
    usage: ['gateway list [-n N] [--json]'],
    pages: (client) => (page) => client.gateways.list(page),
    render: async () => (await render()).renderGatewayList,
    none: 'No gateway has asked for its configuration yet.',
  }),
  clientCommand({
    name: 'gateway rollout',
    summary: 'Show which gateways run the newest configuration, or wait until they do',
    usage: ['gateway rollout [--wait] [--timeout S] [--revision N] [--json]'],
    options: {
      wait: { type: 'boolean', description: 'Wait until all recently seen gateways run it' },
      timeout: { type: 'string', value: 'S', description: 'Longest wait in seconds; 60 if absent' },
      revision: { type: 'string', value: 'N', description: 'Of this configuration; the newest if absent' },
    },
    details: [
      'A gateway that was not seen for a minute and a half is away. Nobody waits for it: it takes the newest configuration when it comes back.',
      'Exit code 0: all recently seen gateways run it. 1: one is behind or refuses it, or no gateway runs it.',
    ],
    async run(client, args, io) {
      const revision = readNumber(args, 'revision', 0);
      const timeout = args.text('timeout');
      if (timeout !== undefined && !args.flag('wait')) throw new UsageError('--timeout goes with --wait.');
      const timeoutS = timeout === undefined ? defaultTimeoutS : parseWholeNumber('timeout', timeout, [0, 86_400]);
      const { renderRollout } = await render();
      const first = await client.gateways.getRollout({ revision });
      const last = args.flag('wait') ? await waitFor(client, io, { first, timeoutMs: timeoutS * 1000 }) : first;
      writeAnswer(io, args, last, renderRollout);
      if (isEverywhere(last)) return exitCodes.ok;
      if (last.counts.reached === 0 && last.counts.behind + last.counts.refusing === 0) {
        io.stderr.write('No gateway that was seen lately runs it.\n');
      } else if (args.flag('wait')) {
        io.stderr.write('Not all gateways run it; assay gateway list shows why.\n');
      }
      return exitCodes.no;
    },
  }),
];

/** True when no present gateway lacks it, and at least one has it. */
function isEverywhere({ counts: { reached, behind, refusing } }: Rollout): boolean {
  return reached > 0 && behind === 0 && refusing === 0;
}

async function waitFor(
  { gateways }: Client,
  io: CommandIo,
  { first, timeoutMs }: { readonly first: Rollout; readonly timeoutMs: number },
): Promise<Rollout> {
  const { wait } = await import('../wait.ts');
  const progress = createProgress(io.stderr);
  const endMs = io.clock.now() + timeoutMs;
  let current = first;
  try {
    // The revision stays the requested one: a later change does not prolong the wait.
    while (!isEverywhere(current) && io.clock.now() < endMs) {
      const { reached, behind, refusing } = current.counts;
      progress.show(`revision ${first.revision}: ${reached} gateways run it, ${behind + refusing} do not yet …`);
      await wait(io, Math.min(pollMs, Math.max(0, endMs - io.clock.now())));
      current = await gateways.getRollout({ revision: first.revision });
    }
    return current;
  } finally {
    progress.clear();
  }
}
