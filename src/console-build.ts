/**
 * Builds the browser console before a start from the source, if nobody has built it. A failed build is no reason not to start: the
 * API works without the console, and its page says what to run.
 */
import { spawn } from 'node:child_process';
import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export interface BuildConsoleOptions {
  /** Folder of the repository, with a slash at the end. */
  readonly root: URL;
  readonly say: (text: string) => void;
  /** Ends the build early. */
  readonly signal?: AbortSignal;
  /** Module of npm (`npm_execpath`), if npm started this program. */
  readonly npmPath?: string | undefined;
  /** The program and its arguments in the place of npm. */
  readonly command?: readonly [string, ...string[]];
  /** 120 s if absent. */
  readonly timeoutMs?: number;
}

const byHand = 'npm run build --workspace console';
const usualTimeoutMs = 120_000;

/** @returns what it did. */
export async function buildConsole(options: BuildConsoleOptions): Promise<'present' | 'absent' | 'built' | 'failed'> {
  const { root, say, signal, timeoutMs = usualTimeoutMs } = options;
  if (await exists(new URL('console/dist/index.html', root))) return 'present';
  if (!(await exists(new URL('console/package.json', root)))) return 'absent';
  say('Building the console once: this takes a moment.');
  const command = options.command ?? [...npmCommand(options.npmPath), ...byHand.split(' ').slice(1)];
  const failure = await run(command, fileURLToPath(root), { timeoutMs, signal });
  if (failure === undefined && (await exists(new URL('console/dist/index.html', root)))) return 'built';
  say(`The console could not be built (${failure ?? 'it wrote no index.html'}). Everything else works. Try: ${byHand}`);
  return 'failed';
}

/** `npm start` says where npm is. Elsewhere it is on the search path. */
function npmCommand(npmPath: string | undefined): readonly [string, ...string[]] {
  return npmPath === undefined ? ['npm'] : [process.execPath, npmPath];
}

async function run(
  [program, ...args]: readonly [string, ...string[]],
  cwd: string,
  { timeoutMs, signal }: { readonly timeoutMs: number; readonly signal: AbortSignal | undefined },
): Promise<string | undefined> {
  return new Promise((resolve) => {
    // Standard output is for the lines of the services.
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'ignore', 'inherit'], detached: true });
    let ended: string | undefined;
    const end = (why: string): void => {
      ended ??= why;
      if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
      // With its own children, which npm would leave behind.
      if (process.platform === 'win32') child.kill();
      else process.kill(-child.pid, 'SIGKILL');
    };
    const timer = setTimeout(() => end(`it took longer than ${timeoutMs / 1000} s`), timeoutMs);
    const stop = (): void => end('stopped');
    if (signal?.aborted === true) stop();
    signal?.addEventListener('abort', stop, { once: true });
    const finish = (why: string | undefined): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      resolve(ended ?? why);
    };
    child.once('error', ({ message }) => finish(message));
    child.once('close', (code) => finish(code === 0 ? undefined : `exit code ${code}`));
  });
}

async function exists(file: URL): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
