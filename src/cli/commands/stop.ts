/** `assay stop`: ends what runs on the data folder. */
import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Command, exitCodes } from '../command.ts';
import { parseOptions, requirePositionals } from '../options.ts';

const options = {
  now: { type: 'boolean', description: 'Cut off calls under way after 2 s, as Ctrl-C does' },
} as const;

export const stop: Command = {
  name: 'stop',
  summary: 'Stop what runs on the data folder, in the background or in another terminal',
  usage: ['stop [--now]'],
  options,
  details: [
    'It finds the processes by their files in the data folder (ASSAY_DATA_DIR, else .assay). A process gets a signal only if its start time is the one on record, so a number that another program has got since is left alone.',
    'Exit code 0: nothing runs any more. 1: it still runs after 30 s.',
  ],
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const folder = resolve(io.env['ASSAY_DATA_DIR'] || '.assay');
    const { listProcesses } = await import('../../platform/process-record.ts');
    const { stopProcesses } = await import('../start/stop-processes.ts');
    const list = () => listProcesses(folder);
    const say = (message: string) => io.stdout.write(`${message}\n`);
    const found = await list();
    if (found.length === 0) {
      say(`No Assay runs on ${folder}.`);
      return exitCodes.ok;
    }
    const signal = args.flag('now') ? 'SIGINT' : 'SIGTERM';
    const isStopped = await stopProcesses({ list, kill: (pid, name) => process.kill(pid, name), sleep, signal, say });
    const names = `process ${found.map(({ pid }) => pid).join(' and ')}, folder ${folder}`;
    say(
      isStopped ? `Assay has stopped (${names}).` : `Assay still runs (${names}). assay stop --now cuts off its calls.`,
    );
    return isStopped ? exitCodes.ok : exitCodes.no;
  },
};
