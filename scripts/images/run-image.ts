/** Process of an image: one service until a signal stops it. */
import { readFile } from 'node:fs/promises';
import type { Environment, KnownVariable } from '../../src/platform/config.ts';
import { isAppError } from '../../src/platform/errors.ts';
import { explainAnnotated, readAnnotatedEnvironment } from '../../src/platform/pod-annotations.ts';
import { readSecretFiles } from './secret-files.ts';

/** A service as run by an image. */
export interface Image {
  readonly name: string;
  /** Variables that pod annotations may set; absent where the start reads the annotations itself. */
  readonly variables?: readonly KnownVariable[];
  readonly start: (env: Environment, args: readonly string[]) => Promise<RunningImage>;
}

/** A started service. */
export interface RunningImage {
  readonly urls: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Runs to its end. The exit code is 0 after a clean stop, otherwise 1. */
export async function runImage({ name, variables, start }: Image, process: NodeJS.Process): Promise<void> {
  try {
    const stopped = new Promise<void>((resolve) => {
      process.once('SIGINT', resolve);
      process.once('SIGTERM', resolve);
    });
    const set = await readSecretFiles(process.env);
    const report = (message: string) => process.stderr.write(`${message}\n`);
    const { env, decided } =
      variables === undefined
        ? { env: set, decided: new Map<string, string>() }
        : await readAnnotatedEnvironment({ env: set, known: variables, readFile, report });
    const running = await start(env, process.argv.slice(2)).catch((error: unknown) => {
      throw explainAnnotated(error, decided);
    });
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
