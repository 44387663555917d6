/**
 * Checks what in the process and machine could read the key's memory (limits in docs/receipts.md): it blocks debuggers
 * in production and warns of core dumps.
 */
import { readFile } from 'node:fs/promises';
import inspector from 'node:inspector';
import { AppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';

/** The machine properties that are checked. */
export interface HostView {
  /** The URL that debuggers may connect to; undefined if none. */
  inspectorUrl(): string | undefined;
  /** Takes over the signal on which Node opens a debugger port; the returned function gives it back. */
  takeDebugSignal(onSignal: () => void): () => void;
  /** Largest core dump in bytes as the kernel reports it; undefined where it reports none. */
  coreDumpLimit(): Promise<string | undefined>;
}

export interface GuardHostOptions {
  readonly isProduction: boolean;
  readonly log: Logger;
  readonly host?: HostView;
}

const debugSignal = 'SIGUSR1';

/**
 * Runs the checks before a key is made; outside of production nothing is refused or changed. The returned function
 * undoes the changes. @throws AppError `config` in production with an open inspector.
 */
export async function guardHost({ isProduction, log, host = thisHost }: GuardHostOptions): Promise<() => void> {
  if (!isProduction) return () => {};
  if (host.inspectorUrl() !== undefined) {
    const detail =
      'ASSAY_ENV is production, but the inspector is open: anyone who connects to it can read the key. Start without --inspect.';
    throw new AppError('config', detail, { detail });
  }
  const release = host.takeDebugSignal(() =>
    log.warn(`${debugSignal} was ignored: it would have opened the inspector`),
  );
  const limit = await host.coreDumpLimit();
  if (limit !== '0') {
    log.warn(
      { core_dump_limit: limit },
      'a core dump would contain the evidence key: set its limit to 0 (ulimit -c 0)',
    );
  }
  log.info(
    'the evidence key is out of reach of JavaScript; not of ptrace, nor of code in this process that opens an inspector',
  );
  return release;
}

const thisHost: HostView = {
  inspectorUrl: () => inspector.url(),
  takeDebugSignal(onSignal) {
    // Our listener replaces Node's own, which would start the inspector.
    process.on(debugSignal, onSignal);
    return () => process.off(debugSignal, onSignal);
  },
  async coreDumpLimit() {
    const limits = await readFile('/proc/self/limits', 'utf8').catch(() => undefined);
    return limits === undefined ? undefined : /^Max core file size +(\S+)/m.exec(limits)?.[1];
  },
};
