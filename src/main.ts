/** `npm start`: the same as `assay start`, until a signal stops it. */
import manifest from '../package.json' with { type: 'json' };
import { runCli } from './cli/cli.ts';
import { start } from './cli/commands/start.ts';
import { onStopSignal, Stopped } from './cli/stop-signal.ts';
import { buildConsole } from './console-build.ts';
import { systemClock } from './platform/clock.ts';
import { watchParent } from './platform/parent-watch.ts';

function everySecond(call: () => void): () => void {
  const timer = setInterval(call, 1_000);
  timer.unref();
  return () => clearInterval(timer);
}

const stop = new AbortController();
const exitCodes = { SIGINT: 130, SIGTERM: 143 };
onStopSignal(
  { on: (signal, call) => process.on(signal, call), monotonicMs: () => performance.now() },
  { ask: (signal) => stop.abort(new Stopped(signal)), force: (signal) => process.exit(exitCodes[signal]) },
);
watchParent({ env: process.env, parentId: () => process.ppid, repeat: everySecond }, () =>
  stop.abort(new Stopped('SIGTERM')),
);

const args = process.argv.slice(2);
const isHelp = args.some((arg) => arg === '-h' || arg === '--help');
const startsVerifier = !args.some((arg) => arg.startsWith('--only')) || args.some((arg) => arg.includes('verifier'));
if (!isHelp && startsVerifier) {
  await buildConsole({
    root: new URL('..', import.meta.url),
    npmPath: process.env['npm_execpath'],
    say: (text) => process.stderr.write(`${text}\n`),
    signal: stop.signal,
  });
}

const code = await runCli({
  commands: [start],
  version: manifest.version,
  io: {
    args: ['start', ...args],
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    color: process.stdout.isTTY === true && (process.env['NO_COLOR'] ?? '') === '' && process.env['TERM'] !== 'dumb',
    env: process.env,
    clock: systemClock,
    signal: stop.signal,
  },
});
// What did not end in time ends with the process.
process.exit(code);
