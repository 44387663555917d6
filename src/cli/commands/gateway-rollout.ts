/** `assay gateway rollout`: how far the newest configuration has come, and with --wait until it is everywhere. */
import { writeAnswer } from '../answer.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { jsonOption, readNumber } from '../control-options.ts';
import { parseOptions, parseWholeNumber, requirePositionals, UsageError } from '../options.ts';
import type { GatewayReader } from '../remote-gateways.ts';
import { createProgress } from '../render/progress.ts';
import { serviceOption } from '../service-address.ts';
import type { Rollout } from '../wire-gateways.ts';

const options = {
  wait: { type: 'boolean', description: 'Wait until all that were seen lately run it' },
  timeout: { type: 'string', value: 'S', description: 'Longest wait in seconds; 60 if absent' },
  revision: { type: 'string', value: 'N', description: 'Of this configuration; of the newest if absent' },
  ...jsonOption,
  ...serviceOption('verifier'),
} as const;

const defaultTimeoutS = 60;
const pollMs = 250;

export const gatewayRollout: Command = {
  name: 'gateway rollout',
  summary: 'Show which gateways run the newest configuration, or wait until they do',
  usage: ['gateway rollout [--wait] [--timeout S] [--revision N] [--json]'],
  options,
  details: [
    'A gateway that was not seen for a minute and a half is away, and not waited for: it takes what is newest when it comes back.',
    'Exit code 0: all that were seen lately run it. 1: one is behind or refuses it, or no gateway runs it.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const revision = readNumber(args, 'revision', 0);
    const timeout = args.text('timeout');
    if (timeout !== undefined && !args.flag('wait')) throw new UsageError('--timeout goes with --wait.');
    const timeoutS = timeout === undefined ? defaultTimeoutS : parseWholeNumber('timeout', timeout, [0, 86_400]);
    const { connectGateways } = await import('../remote-gateways.ts');
    const { renderRollout } = await import('../render/gateway.ts');
    const gateways = connectGateways(io, args);
    const first = await gateways.rollout(revision);
    const last = args.flag('wait') ? await waitFor(io, gateways, { first, timeoutMs: timeoutS * 1000 }) : first;
    writeAnswer(io, args, last, renderRollout);
    if (isEverywhere(last)) return exitCodes.ok;
    if (last.counts.reached === 0 && last.counts.behind + last.counts.refusing === 0) {
      io.stderr.write('No gateway that was seen lately runs it.\n');
    } else if (args.flag('wait')) {
      io.stderr.write('Not all gateways run it; assay gateway list shows why.\n');
    }
    return exitCodes.no;
  },
};

/** True when no present gateway lacks it, and at least one has it. */
function isEverywhere({ counts: { reached, behind, refusing } }: Rollout): boolean {
  return reached > 0 && behind === 0 && refusing === 0;
}

async function waitFor(
  io: CommandIo,
  gateways: GatewayReader,
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
      current = await gateways.rollout(first.revision);
    }
    return current;
  } finally {
    progress.clear();
  }
}
