/** Commands over gateways, in the order in which help shows them. */
import type { Client, Rollout } from '@assay/client';
import { writeAnswer } from '../answer.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { readNumber } from '../control-options.ts';
import { clientCommand, listCommand } from '../operation-command.ts';
import { readTimeoutMs, waitOptions, waitUntil } from '../wait.ts';

const render = () => import('../render/gateway.ts');
const defaultTimeoutMs = 60_000;
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
    usage: ['gateway rollout [--wait [--timeout S]] [--revision N] [--json]'],
    options: {
      wait: waitOptions('Wait until all recently seen gateways run it').wait,
      timeout: { type: 'string', value: 'S', description: 'Longest wait in seconds, with --wait; 60 if absent' },
      revision: { type: 'string', value: 'N', description: 'Of this configuration; the newest if absent' },
    },
    details: [
      'A gateway that was not seen for a minute and a half is away. Nobody waits for it: it takes the newest configuration when it comes back.',
      'Exit code 0: all recently seen gateways run it. 1: one is behind or refuses it, or no gateway runs it.',
    ],
    async run(client, args, io) {
      const revision = readNumber(args, 'revision', 0);
      const timeoutMs = readTimeoutMs(args) ?? defaultTimeoutMs;
      const { renderRollout } = await render();
      const first = await client.gateways.getRollout({ revision });
      const last = args.flag('wait') ? await waitFor(client, io, { first, timeoutMs }) : first;
      writeAnswer(io, args, last, renderRollout);
      if (isEverywhere(last)) return exitCodes.ok;
      if (last.counts.reached === 0 && last.counts.behind + last.counts.refusing === 0) {
        io.stderr.write('No gateway that was seen lately runs it.\n');
      }
      return exitCodes.no;
    },
  }),
];

/** True when no present gateway lacks it, and at least one has it. */
function isEverywhere({ counts: { reached, behind, refusing } }: Rollout): boolean {
  return reached > 0 && behind === 0 && refusing === 0;
}

function waitFor(
  { gateways }: Client,
  io: CommandIo,
  { first, timeoutMs }: { readonly first: Rollout; readonly timeoutMs: number },
): Promise<Rollout> {
  return waitUntil(io, {
    first,
    // The revision stays the requested one: a later change does not prolong the wait.
    read: () => gateways.getRollout({ revision: first.revision }),
    isChanging: (now) => !isEverywhere(now),
    describe({ counts: { reached, behind, refusing } }) {
      const run = reached === 1 ? '1 gateway runs' : `${reached} gateways run`;
      return `${run} revision ${first.revision}, ${behind + refusing} do not yet`;
    },
    afterwards: 'Gateways take it when they can; assay gateway list shows each.',
    everyMs: pollMs,
    timeoutMs,
  });
}
