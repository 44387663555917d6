/** The process around the CLI: streams, colours, signals and the exit code. Everything else is passed in. */
import manifest from '../../package.json' with { type: 'json' };
import { systemClock } from '../platform/clock.ts';
import { findCommand, runCli } from './cli.ts';
import { exitCodes } from './command.ts';
import { commands } from './commands.ts';
import { toFailure } from './failure.ts';
import { toTerminal } from './render/terminal.ts';
import { Stopped } from './stop-signal.ts';

const args = process.argv.slice(2);
const stop = new AbortController();

// A reader of our output may stop early, as `head` does; that is no error.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(process.exitCode ?? exitCodes.ok);
  });
}
// Node would exit with 1 here, which means "the answer is no".
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (error: unknown) => {
    toTerminal(process.stderr).write(`error: ${toFailure(error).text}\n`);
    process.exit(exitCodes.fault);
  });
}
/** One Ctrl-C arrives twice: from the terminal, and forwarded by the launcher. */
const sameSignalMs = 300;
let stopped: { readonly exitCode: number; readonly atMs: number } | undefined;
onStop('SIGINT', exitCodes.interrupted);
onStop('SIGTERM', 143);

const code = await runCli({
  commands,
  version: manifest.version,
  io: {
    args,
    stdout: process.stdout,
    stderr: process.stderr,
    stdin: process.stdin,
    stdinIsTerminal: process.stdin.isTTY === true,
    color: wantsColor(),
    env: process.env,
    clock: systemClock,
    signal: stop.signal,
  },
});
process.exitCode = code === exitCodes.interrupted ? (stopped?.exitCode ?? code) : code;
// What still runs after a stop is not worth waiting for.
if (stopped !== undefined) process.exit();

/** The first signal requests the end, the second one forces it. A command that does not stop by itself gets half a second. */
function onStop(signal: 'SIGINT' | 'SIGTERM', exitCode: number): void {
  process.on(signal, () => {
    const atMs = performance.now();
    if (stopped !== undefined && atMs - stopped.atMs < sameSignalMs) return;
    if (stopped !== undefined) process.exit(exitCode);
    stopped = { exitCode, atMs };
    stop.abort(new Stopped(signal));
    process.stdin.destroy();
    if (findCommand(commands, args)?.stopsItself === true) return;
    setTimeout(() => process.exit(exitCode), 500).unref();
  });
}

/** https://no-color.org: any value but an empty one counts. */
function wantsColor(): boolean {
  const { NO_COLOR: noColor, TERM: term } = process.env;
  return process.stdout.isTTY === true && (noColor ?? '') === '' && term !== 'dumb';
}
