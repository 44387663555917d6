/**
 * Reads `GATEWAY_AUDITORS_FILE`: how this machine runs the auditors that chains and apps give as an image. The operator writes
 * it; no catalog, app or agent names a command, and nothing is downloaded.
 */
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { environmentNames, toErrorResponse } from '@assay/sdk/contract';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { AuditorClient } from './clients/auditor/client.ts';
import { createHttpAuditorClient } from './clients/auditor/http.ts';
import type { Clock } from './platform/clock.ts';
import { AppError } from './platform/errors.ts';
import type { Logger } from './platform/log.ts';
import { type ProgramCommand, type SupervisedProcess, superviseInOwnHome } from './platform/supervised-process.ts';

const closed = { additionalProperties: false };
const CommandSchema = Type.Object(
  {
    command: Type.String({ minLength: 1, maxLength: 4_096 }),
    args: Type.Optional(Type.Array(Type.String({ maxLength: 8_192 }), { maxItems: 200 })),
    env: Type.Optional(Type.Record(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]{0,127}$' }), Type.String())),
    cwd: Type.Optional(Type.String({ minLength: 1, maxLength: 4_096 })),
  },
  closed,
);
const file = Compile(Type.Object({ auditors: Type.Record(Type.String({ minLength: 1 }), CommandSchema) }, closed));

/** Commands by image. */
export type AuditorCommands = ReadonlyMap<string, ProgramCommand>;

/** @throws AppError `config` for a text of another form. */
export function parseAuditorsFile(text: string): AuditorCommands {
  const value = parse(text);
  if (file.Check(value)) return new Map(Object.entries(value.auditors));
  const [first] = file.Errors(value);
  const where = first === undefined ? '' : ` (at ${first.instancePath === '' ? 'its root' : first.instancePath})`;
  throw wrong(`is not {"auditors": {"<image>": {"command", "args", "env", "cwd"}}}${where}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw wrong('is not JSON');
  }
}

function wrong(what: string): AppError {
  const detail = `the file of GATEWAY_AUDITORS_FILE ${what}`;
  return new AppError('config', detail, { detail });
}

/** Reads the file; no commands without one. @throws AppError `config`. */
export async function readAuditorCommands(path: string | undefined): Promise<AuditorCommands> {
  if (path === undefined) return new Map();
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    const detail = `GATEWAY_AUDITORS_FILE ${path} cannot be read`;
    throw new AppError('config', detail, { detail, cause });
  });
  return parseAuditorsFile(text);
}

export interface AuditorProcessOptions {
  readonly name: string;
  readonly program: ProgramCommand;
  readonly searchPath: string;
  /** Known to this process and the auditor alone. */
  readonly token: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly after: (ms: number, call: () => void) => () => void;
  readonly monotonicMs: () => number;
}

/** Starts an auditor at a free port of this machine. It runs until its client is closed. */
export function createAuditorProcess(options: AuditorProcessOptions): AuditorClient {
  const { log, name } = options;
  const closing = new AbortController();
  const starting = startAuditor(options, closing.signal);
  // Each call reports it again.
  starting.catch((error: unknown) => log.error({ err: error, auditor: name }, 'the auditor cannot be started'));
  /** Undefined where it does not answer within the deadline. */
  const within = (timeoutMs: number): Promise<RunningAuditor | undefined> =>
    Promise.race([starting.catch(() => undefined), sleep(timeoutMs, undefined, { ref: false })]);
  const reach = async (timeoutMs: number): Promise<AuditorClient> => {
    const running = await within(timeoutMs);
    if (running !== undefined) return running.client;
    throw new AppError('unavailable', `auditor ${name} does not run yet`);
  };
  return {
    transport: 'http',
    health: async (call) => (await reach(call.timeoutMs)).health(call),
    vocabulary: async (call) => (await reach(call.timeoutMs)).vocabulary(call),
    async claims(request, call) {
      const running = await within(call.timeoutMs);
      if (running !== undefined) return running.client.claims(request, call);
      return toErrorResponse('INTERNAL_ERROR', `auditor ${name} does not run yet`);
    },
    async close() {
      closing.abort();
      const running = await starting.catch(() => undefined);
      await running?.client.close();
      await running?.process.end();
    },
  };
}

interface RunningAuditor {
  readonly client: AuditorClient;
  readonly process: SupervisedProcess;
}

async function startAuditor(options: AuditorProcessOptions, closing: AbortSignal): Promise<RunningAuditor> {
  const { program, searchPath, token, clock, log, after, monotonicMs, name } = options;
  const port = await findFreePort();
  const process = await superviseInOwnHome({
    program,
    searchPath,
    after,
    monotonicMs,
    environment: { [environmentNames.port]: String(port), [environmentNames.auditorToken]: token },
    onEnd: ({ why, lastWords: words }) =>
      log.warn({ auditor: name, why, words }, 'the auditor ended, and is started again'),
  });
  const client = createHttpAuditorClient({ url: `http://127.0.0.1:${port}`, clock, token });
  await awaitAnswer(client, closing);
  return { client, process };
}

/** The first calls wait for its start. One that takes longer is asked nevertheless, and fails as any that does not answer. */
async function awaitAnswer(client: AuditorClient, closing: AbortSignal): Promise<void> {
  for (let tries = 0; tries < maxTries && !closing.aborted; tries += 1) {
    const answered = await client.health({ timeoutMs: 500 }).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await sleep(pauseMs);
  }
}

const maxTries = 100;
const pauseMs = 50;

/** Another program may take it before the auditor does: then the auditor ends, and its id is not the one that answers. */
function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('a listening server has a port'));
      });
    });
  });
}
