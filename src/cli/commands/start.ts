/** `assay start`: the same as `npm start`. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Environment } from '../../platform/config.ts';
import { type LogFormat, logFormats } from '../../platform/log.ts';
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { parseOptionalChoice, parseOptions, requirePositionals, UsageError } from '../options.ts';

const options = {
  only: { type: 'string', value: 'NAMES', multiple: true, description: 'Start these alone, separated by commas' },
  log: {
    type: 'string',
    value: 'FORMAT',
    description: 'json: lines for programs. text: lines for people, from warnings on; the default on a terminal',
  },
  background: { type: 'boolean', description: 'Go on without the terminal; return when everything answers' },
} as const;

export const start: Command = {
  name: 'start',
  summary: 'Start the services in one process, until Ctrl-C',
  usage: ['start [--only NAME[,NAME]...] [--log json|text] [--background]'],
  options,
  details: [
    'Without --only all start: verifier, gateway, attestor and the auditors, on loopback, with the data folder .assay and a built-in echo model. Settings are environment variables; docs/configuration.md lists them.',
    'On a terminal it shows where everything answers. Otherwise, and with --log json, one JSON line on standard output says so, and log lines on standard error are JSON. ASSAY_LOG_FORMAT and ASSAY_LOG_LEVEL do the same for the log.',
    'With --background the log goes to assay.log in the data folder. assay status shows what runs there, and assay stop ends it.',
    'Ctrl-C ends it within 5 s: calls under way get 2 s, then they are cut off. SIGTERM lets them end. What was answered is on disk in either case.',
  ],
  stopsItself: true,
  async run(io) {
    refusePort(io.args);
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const only = args.texts('only').flatMap((names) => names.split(',').map((name) => name.trim()));
    const format = parseOptionalChoice(args, 'log', logFormats);
    if (args.flag('background')) return startAgain(io);
    const { runProduct } = await import('../start/run.ts');
    await runProduct({
      io,
      env: withLog(io, format),
      only: only.length === 0 ? undefined : only,
      isScreen: io.stdout.isTTY === true && format !== 'json' && io.env['ASSAY_LOG_FORMAT'] !== 'json',
    });
    return exitCodes.ok;
  },
};

/** Starts this program again with its own arguments, which end differently for `npm start` and `assay start`. */
async function startAgain(io: CommandIo): Promise<number> {
  const { startInBackground } = await import('../start/background.ts');
  const { execPath, execArgv, argv } = process;
  return startInBackground({
    io,
    folder: io.env['ASSAY_DATA_DIR'] || '.assay',
    command: [execPath, ...execArgv, ...argv.slice(1).filter((arg) => arg !== '--background')],
    sleep,
  });
}

/** Ports are what people try as an option first. */
function refusePort(args: readonly string[]): void {
  if (!args.some((arg) => /^(?:--port|-p)(?:=|$)/.test(arg))) return;
  throw new UsageError(
    'There is no option --port. Each service has a variable for its port, such as GATEWAY_PORT and VERIFIER_PORT.',
  );
}

/** Completes the variables of the log: the option, then the environment, then what fits standard error. */
function withLog({ env, stderr }: CommandIo, named: LogFormat | undefined): Environment {
  const fitting = stderr.isTTY === true ? 'text' : 'json';
  const format = named ?? (env['ASSAY_LOG_FORMAT'] || fitting);
  const level = env['ASSAY_LOG_LEVEL'] || (format === 'text' ? 'warn' : 'info');
  return { ...env, ASSAY_LOG_FORMAT: format, ASSAY_LOG_LEVEL: level };
}
