/** Explains to the operator why a start failed: a port that is taken, or a disk error under the data folder. */
import { environmentNames } from '@assay/sdk/contract';
import type { Environment } from './platform/config.ts';
import { AppError, isAppError } from './platform/errors.ts';
import { listProcesses, type RunningProcess } from './platform/process-record.ts';
import { explainStorageError } from './platform/storage-error.ts';

export interface FailedStep {
  /** The service that was being started; absent before the first one. */
  readonly service?: string;
  /** True for an auditor that is started alone, which reads `PORT`. */
  readonly readsPort?: boolean;
  readonly env: Environment;
  readonly dataDir: string;
  /** Lists the processes of ours on a folder. */
  readonly listRunning?: typeof listProcesses;
}

/** Gives the sentence for a failure of the operator's surroundings; the error itself for any other. */
export async function explainStart(error: unknown, step: FailedStep): Promise<unknown> {
  const port = findTakenPort(error);
  if (port !== undefined) {
    const holder = await findRunning(step, ({ urls }) => Object.values(urls).some((url) => new URL(url).port === port));
    return refusal(holder ?? describeTaken(port, step, await askWhoAnswers(port)), error);
  }
  if (isAppError(error, 'config')) {
    const holder = await findRunning(step, ({ urls }) => step.service !== undefined && step.service in urls);
    return holder === undefined ? error : refusal(`${error.publicText}. ${holder}`, error);
  }
  return explainStorageError(error, step.dataDir) ?? error;
}

function refusal(detail: string, cause: unknown): AppError {
  return new AppError('config', detail, { cause, detail });
}

/** Finds the port in an error of Node, or in the cause of one of the SDK. */
function findTakenPort(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const [code, port]: unknown[] = [Reflect.get(error, 'code'), Reflect.get(error, 'port')];
  return code === 'EADDRINUSE' ? String(port) : findTakenPort(error.cause);
}

/** Gives the sentence about another process of ours on this folder that fits. */
async function findRunning(
  { dataDir, listRunning = listProcesses }: FailedStep,
  fits: (one: RunningProcess) => boolean,
): Promise<string | undefined> {
  const found = (await listRunning(dataDir)).find((one) => one.pid !== process.pid && fits(one));
  if (found === undefined) return undefined;
  return (
    `Assay already runs here (process ${found.pid}, folder ${found.folder}). assay status shows it, and assay stop ` +
    'ends it. A second one needs its own ASSAY_DATA_DIR and its own ports'
  );
}

function describeTaken(port: string, { service = '', env, readsPort = false }: FailedStep, owner: string): string {
  const prefix = service.toUpperCase().replaceAll('-', '_');
  const own = [`${prefix}_PORT`, `${prefix}_MTLS_PORT`];
  const alone = [environmentNames.port, 'AUDITOR_MTLS_PORT'].filter((name) => env[name] !== undefined);
  const variables = readsPort && alone.length > 0 ? alone : own;
  const variable = variables.find((name) => env[name] === port) ?? variables[0];
  return (
    `port ${port} is in use by ${owner}. Stop it, or set ${variable} to another port for the ${service}; ` +
    '0 takes a free one'
  );
}

const answerWithinMs = 500;

/** A service of ours says its name at `/health`. */
async function askWhoAnswers(port: string): Promise<string> {
  const other = 'another program';
  try {
    const answer = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(answerWithinMs) });
    const { service, auditor_id: auditorId } = Object(await answer.json());
    const name: unknown = service ?? auditorId;
    const isName = typeof name === 'string' && /^[a-z][a-z0-9-]{0,63}$/.test(name);
    return isName ? `another Assay, whose ${name} answers there` : other;
  } catch {
    // It speaks no HTTP, or no JSON, or is too slow: any failure means the same here.
    return other;
  }
}
