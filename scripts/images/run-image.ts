/** Process of an image: one service until a signal stops it. */
import type { Environment } from '../../src/platform/config.ts';
import { isAppError } from '../../src/platform/errors.ts';
import { readSecretFiles } from './secret-files.ts';

/** A service as run by an image. */
export interface Image {
  readonly name: string;
  readonly start: (env: Environment, args: readonly string[]) => Promise<RunningImage>;
}

/** A started service. */
export interface RunningImage {
  readonly urls: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Runs to its end. The exit code is 0 after a clean stop, otherwise 1. */
export async function runImage({ name, start }: Image, process: NodeJS.Process): Promise<void> {
  try {
    const stopped = new Promise<void>((resolve) => {
      process.once('SIGINT', resolve);
      process.once('SIGTERM', resolve);
    });
    const running = await start(await readSecretFiles(process.env), process.argv.slice(2));
    process.stdout.write(`${JSON.stringify({ ready: true, urls: running.urls })}\n`);
    await stopped;
    await running.close();
  } catch (error) {
    process.stderr.write(`${name} could not run: ${explain(error)}\n`);
    process.exit(1);
  }
}

function explain(error: unknown): string {
  if (isAppError(error)) return error.publicText;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
