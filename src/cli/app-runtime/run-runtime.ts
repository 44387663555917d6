/** Runs an installed runtime on this machine: a supervised program with the declared variables and its memory limit. */
import type { App, Installation } from '@assay/client';
import { superviseInOwnHome } from '../../platform/supervised-process.ts';
import { type CommandIo, exitCodes } from '../command.ts';

export type DeclaredRuntime = NonNullable<App['runtime']>;

export interface RunRuntimeOptions {
  readonly io: Pick<CommandIo, 'stdout' | 'stderr' | 'env' | 'signal'>;
  readonly installation: Installation;
  readonly runtime: DeclaredRuntime;
  readonly folder: string;
  readonly gatewayUrl: string;
  /** Runs it although this machine cannot confine its network. */
  readonly isUnconfined: boolean;
  readonly measure: (group: number) => Promise<number>;
  readonly after: (ms: number, call: () => void) => () => void;
  readonly monotonicMs: () => number;
}

const lookEveryMs = 2_000;
const bytesPerMb = 1024 * 1024;

/** Says why it may not run here; undefined if it may. */
export function refuseRun(
  { id, status, quarantine }: Installation,
  { command, network = 'open' }: DeclaredRuntime,
  isUnconfined: boolean,
): string | undefined {
  if (status !== 'installed') return `It is not installed, but ${status}: assay app installed ${id}`;
  if (quarantine !== null) return `It is in quarantine: assay app tools ${id}`;
  if (command === undefined) {
    return `It declares an image and no command: assay app render ${id} prints it for Kubernetes.`;
  }
  if (network === 'open' || isUnconfined) return undefined;
  return (
    `It is declared with network ${network}, which nothing here enforces: assay app render ${id} prints it for ` +
    'Kubernetes, which does. --unconfined runs it with the whole network.'
  );
}

/** Runs until the signal ends it. @returns the exit code. */
export async function runRuntime(options: RunRuntimeOptions): Promise<number> {
  const { io, installation, runtime, after } = options;
  const [command = '', ...args] = runtime.command ?? [];
  const tell = (text: string): void => {
    io.stderr.write(`${text}\n`);
  };
  const supervised = await superviseInOwnHome({
    program: { command, args, cwd: options.folder, env: { ...runtime.env } },
    environment: { AGENT_ID: installation.agent_id, ASSAY_GATEWAY_URL: options.gatewayUrl },
    searchPath: io.env['PATH'] ?? '',
    onEnd: ({ why }) => tell(`${installation.title} ended (${why}). It is started again.`),
    monotonicMs: options.monotonicMs,
    onOutput: (stream, text) => io[stream].write(text),
    after,
  });
  const stopLooking = watchMemory(options, supervised, tell);
  const { title, version, agent_id: agentId } = installation;
  tell(`${title} ${version} runs for agent ${agentId}: ${[command, ...args].join(' ')}\nCtrl-C ends it.`);
  await untilAborted(io.signal);
  stopLooking();
  await supervised.end();
  return exitCodes.ok;
}

/** Ends the program when it takes more than it declares; it is started again, as after any end. */
function watchMemory(
  { runtime, measure, after }: RunRuntimeOptions,
  supervised: { pid(): number | undefined; interrupt(): void },
  tell: (text: string) => void,
): () => void {
  const { memory_mb: maxMb } = runtime;
  if (maxMb === undefined) return () => {};
  let cancel = () => {};
  let isOn = true;
  const look = async (): Promise<void> => {
    const group = supervised.pid();
    const bytes = group === undefined ? 0 : await measure(group);
    if (bytes > maxMb * bytesPerMb && isOn) {
      tell(`It takes ${Math.ceil(bytes / bytesPerMb)} MiB, and ${maxMb} MiB are declared: it is ended.`);
      supervised.interrupt();
    }
  };
  const next = (): void => {
    if (!isOn) return;
    cancel = after(lookEveryMs, () => {
      look()
        .catch((error: unknown) => {
          tell(`Its memory cannot be measured, so it is ended: ${String(error)}`);
          supervised.interrupt();
        })
        .finally(next);
    });
  };
  next();
  return () => {
    isOn = false;
    cancel();
  };
}

function untilAborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) resolve();
    signal?.addEventListener('abort', () => resolve(), { once: true });
  });
}
