/** Runs the chosen services in this process until a signal ends them. */
import { resolve } from 'node:path';
import manifest from '../../../package.json' with { type: 'json' };
import type { Environment } from '../../platform/config.ts';
import { recordProcess } from '../../platform/process-record.ts';
import type { CommandIo } from '../command.ts';
import { Stopped, type StopSignal } from '../stop-signal.ts';
import { createLines, createScreen } from './output.ts';
import { stopServices } from './stop-services.ts';

export interface RunOptions {
  readonly io: CommandIo;
  /** Variables of the services. */
  readonly env: Environment;
  /** Names of services; all if absent. */
  readonly only: readonly string[] | undefined;
  /** A screen for people instead of lines for programs. */
  readonly isScreen: boolean;
}

const later = (ms: number, call: () => void): (() => void) => {
  const timer = setTimeout(call, ms);
  return () => clearTimeout(timer);
};

/** Ends when the signal of `io` aborts. @throws AppError `config` naming the obstacle of a start */
export async function runProduct({ io, env, only, isScreen }: RunOptions): Promise<void> {
  const { version } = manifest;
  const beganMs = io.clock.now();
  const folder = resolve(env['ASSAY_DATA_DIR'] || '.assay');
  const output = isScreen ? createScreen(io, { version, folder, env }) : createLines(io);
  output.starting();
  // Loaded lazily: other commands start without all services.
  const { startServices } = await import('../../services.ts');
  const services = await startServices({
    env,
    verifierInThread: true,
    report: output.warn,
    started: output.started,
    ...(io.signal === undefined ? {} : { signal: io.signal }),
    ...(only === undefined ? {} : { only }),
  });
  const facts = { version, urls: services.urls, nowMs: io.clock.now() };
  const forget = await recordProcess(services.dataDir, facts).catch(async (error: unknown) => {
    await services.close();
    throw error;
  });
  output.ready(services.urls, io.clock.now() - beganMs);
  const signal = await untilStopped(io);
  if (isScreen) output.say('\nStopping.');
  const isDone = await stopServices({ services, signal, say: output.say, later });
  await forget();
  if (isScreen && isDone) output.say('Stopped.');
}

function untilStopped({ signal }: CommandIo): Promise<StopSignal> {
  const reasonOf = (one: AbortSignal): StopSignal => (one.reason instanceof Stopped ? one.reason.signal : 'SIGTERM');
  return new Promise((resolve) => {
    if (signal === undefined) resolve('SIGTERM');
    else if (signal.aborted) resolve(reasonOf(signal));
    else signal.addEventListener('abort', () => resolve(reasonOf(signal)), { once: true });
  });
}
