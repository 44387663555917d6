/** `assay start`: the same as `npm start`. */
import { type Command, type CommandIo, exitCodes } from '../command.ts';
import { parseOptions, requirePositionals } from '../options.ts';

const options = {
  only: { type: 'string', value: 'NAMES', multiple: true, description: 'Start these alone, separated by commas' },
} as const;

export const start: Command = {
  name: 'start',
  summary: 'Start the services in one process, until Ctrl-C',
  usage: ['start [--only NAME[,NAME]...]'],
  options,
  details: [
    'Without --only all start: verifier, gateway, attestor and the auditors, on loopback, with the data folder .assay and a built-in echo model. Settings are environment variables; docs/configuration.md lists them.',
    'One JSON line on standard output says when everything answers, and where.',
  ],
  stopsItself: true,
  async run(io) {
    const args = parseOptions(options, io.args);
    requirePositionals(args.positionals, []);
    const only = args.texts('only').flatMap((names) => names.split(',').map((name) => name.trim()));
    // Loaded lazily: other commands start without all services.
    const { runServices } = await import('../../services.ts');
    await runServices({
      env: io.env,
      report: (message) => io.stderr.write(`${message}\n`),
      stdout: io.stdout,
      stopped: untilStopped(io),
      ...(only.length === 0 ? {} : { only }),
    });
    return exitCodes.ok;
  },
};

function untilStopped({ signal }: CommandIo): Promise<void> {
  return new Promise((resolve) => {
    if (signal === undefined || signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
