/**
 * Receives the files of versions: uploaded, or fetched from a given URL. Each intake is a run with a lease: if its process was
 * killed, the run ends as failed, its file is removed, and the version still waits for the file.
 */

import type { ModelVerification, ModelVersion, RunCheck } from '../../../../contract/api/models/shapes.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { AppError } from '../../../../platform/errors.ts';
import { createId } from '../../../../platform/ids.ts';
import type { Author } from '../../../base/control/author.ts';
import type { Outbound } from '../../../configuration/outbound/ports.ts';
import { loadVersion, type ModelCore, refuseModel, viewVersion } from '../core.ts';
import type { FileRow, ModelRunRow } from '../tables.ts';
import type { VersionKey } from '../version-store.ts';
import { toRunView } from '../views.ts';
import type { ExamineFile, SeenFile } from './examine-file.ts';
import { createFetchFile } from './fetch-file.ts';
import { createFileLimiter } from './file-limiter.ts';
import { assertPending, noteFile, toCheck } from './note-file.ts';
import { withIdleTimeout } from './with-idle-timeout.ts';

type At = readonly [modelId: string, version: number];

export interface ModelIntake {
  /**
   * Receives one file of a version and waits for its scan. Reads nothing if the file was already checked.
   * @throws AppError `unprocessable`, `conflict`, `not_found`, `too_many_requests`, `request_timeout`, `storage_full`.
   */
  upload(
    author: Author,
    at: At,
    file: { readonly path: string; readonly length: number | undefined; readonly bytes: AsyncIterable<Uint8Array> },
  ): Promise<ModelVersion>;
  /** Starts to fetch files in the background. @throws AppError `unprocessable`, `conflict`, `not_found`. */
  download(author: Author, at: At, urls: Readonly<Record<string, string>>): Promise<ModelVerification>;
  /** Ends runs that no process works on any more. Returns how many. */
  endLost(): Promise<number>;
  /** Waits for running intakes. */
  idle(): Promise<void>;
  /** Stops what is in progress. */
  close(): Promise<void>;
}

export interface IntakeDeps {
  readonly core: ModelCore;
  readonly examine: ExamineFile;
  readonly outbound: Pick<Outbound, 'forOrganisation'>;
  /** Runs a function repeatedly. Returns its stop. */
  readonly repeat: (run: () => void, everyMs: number) => () => void;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

const extendEveryMs = 30_000;
const idleMs = 60_000;

interface OpenRun {
  readonly row: ModelRunRow;
  readonly checks: RunCheck[];
}

export function createModelIntake(deps: IntakeDeps): ModelIntake {
  const { core, examine, repeat } = deps;
  const { db, clock, log, versions } = core;
  const ending = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  const uploads = createFileLimiter({ most: 8, maxOfOne: 4 });
  const downloads = createFileLimiter({ most: 4, maxOfOne: 2 });
  const fetchFile = createFetchFile({ ...deps, examine, idleMs });

  const track = <T>(work: Promise<T>): Promise<T> => {
    const kept: Promise<unknown> = work.catch(() => undefined).finally(() => underWay.delete(kept));
    underWay.add(kept);
    return work;
  };

  const open = async (author: Author, key: VersionKey, kind: ModelRunRow['kind']): Promise<OpenRun> => {
    const now = clock.now();
    const row = await versions.insertRun(db, {
      org_id: key.orgId,
      id: createId('mvr', clock, core.randomBytes),
      model_id: key.modelId,
      version: key.version,
      kind,
      status: 'running',
      checks: [],
      started_at: now,
      started_by: author.user,
      ended_at: null,
    });
    return { row, checks: [] };
  };

  /** Renews the lease during the work. Aborts the work if another process ended the run. */
  const hold = async <T>({ row, checks }: OpenRun, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
    const lost = new AbortController();
    const extend = async (): Promise<void> => {
      if (await versions.extendRun(db, row, checks)) return;
      lost.abort(new AppError('conflict', 'the verification was ended meanwhile'));
    };
    const stop = repeat(() => {
      extend().catch((error: unknown) => log.error({ err: error, run: row.id }, 'a lease could not be renewed'));
    }, extendEveryMs);
    try {
      return await work(AbortSignal.any([ending.signal, lost.signal]));
    } finally {
      stop();
    }
  };

  const end = (run: OpenRun, from: Db = db): Promise<boolean> => {
    const status = run.checks.every((check) => check.status === 'passed') ? 'passed' : 'failed';
    return versions.endRun(from, run.row, { status, checks: run.checks, now: clock.now() });
  };

  const note = (
    author: Author,
    key: VersionKey,
    file: { path: string; seen: SeenFile },
    run: OpenRun,
    isLast: boolean,
  ) =>
    noteFile(core, author, { key, ...file }, async (tx) => {
      run.checks.push(toCheck(file.path, file.seen));
      const isOwn = isLast ? await end(run, tx) : await versions.extendRun(tx, run.row, run.checks);
      if (!isOwn) throw refuseModel('verification_ended', 'this verification was ended meanwhile: send the file again');
    });

  const find = async (orgId: string, [modelId, version]: At) => {
    const key = { orgId, modelId, version };
    return { key, ...(await loadVersion(core, db, orgId, [modelId, version])) };
  };

  const receive = async (author: Author, key: VersionKey, file: FileRow, bytes: AsyncIterable<Uint8Array>) => {
    const run = await open(author, key, 'upload');
    try {
      const seen = await hold(run, (signal) => examine(withIdleTimeout(bytes, { idleMs, signal }), file, signal));
      return await note(author, key, { path: file.path, seen }, run, true);
    } catch (error) {
      run.checks.length = 0;
      run.checks.push(toFailed(file.path, error));
      await end(run);
      throw error;
    }
  };

  const fetchAll = async (author: Author, key: VersionKey, run: OpenRun, wanted: readonly [FileRow, string][]) => {
    for (const [file, url] of wanted) {
      const isLast = file === wanted.at(-1)?.[0];
      try {
        const seen = await hold(run, (signal) => fetchFile(key.orgId, file, url, signal));
        const { status } = await note(author, key, { path: file.path, seen }, run, isLast);
        // One unsafe file decides for the whole version: nothing more is fetched.
        if (status === 'failed' && !isLast) return end(run);
      } catch (error) {
        if (run.checks.at(-1)?.name === file.path) run.checks.pop();
        run.checks.push(toFailed(file.path, error));
        if (ending.signal.aborted || isLast) return end(run);
      }
    }
    return true;
  };

  return {
    upload: (author, at, { path, length, bytes }) =>
      track(
        (async () => {
          const { key, model, row } = await find(author.orgId, at);
          const file = await versions.findFile(db, key, path);
          if (file === undefined) throw noFile(path);
          if (file.state !== 'missing') return viewVersion(core, db, model, row);
          assertPending(row);
          if (length !== undefined && length !== file.size) throw wrongLength(length, file.size);
          return uploads.take(author.orgId, () => receive(author, key, file, bytes));
        })(),
      ),
    async download(author, at, urls) {
      const { key, row } = await find(author.orgId, at);
      assertPending(row);
      const files = new Map(
        (await versions.filesOf(db, key.orgId, key.modelId, [key.version])).map((file) => [file.path, file]),
      );
      const unknown = Object.keys(urls).find((path) => !files.has(path));
      if (unknown !== undefined) throw noFile(unknown);
      const wanted = Object.entries(urls).flatMap(([path, url]): [FileRow, string][] => {
        const file = files.get(path);
        return file === undefined || file.state !== 'missing' ? [] : [[file, url]];
      });
      if (await versions.isRunning(db, key, 'download')) {
        throw refuseModel('verification_running', 'its files are already being fetched: wait until that ends');
      }
      const run = await open(author, key, 'download');
      if (wanted.length === 0) await end(run);
      else {
        const work = downloads
          .take(key.orgId, () => fetchAll(author, key, run, wanted))
          .catch(async (error: unknown) => {
            log.warn({ err: error, run: run.row.id }, 'the files of a model could not be fetched');
            run.checks.push(toFailed('', error));
            await end(run);
          });
        void track(work);
      }
      const now = await versions.findRun(db, key, run.row.id);
      return toRunView(now ?? run.row);
    },
    endLost: () => versions.endLost(db, lostCheck),
    async idle() {
      while (underWay.size > 0) await Promise.all(underWay);
    },
    async close() {
      ending.abort(new AppError('unavailable', 'the process ends'));
      await Promise.all(underWay);
    },
  };
}

const lostCheck: RunCheck = {
  name: '',
  status: 'failed',
  findings: [],
  detail: 'the process that worked on it has ended: send the missing files again',
};

/** Gives a message of our own. An unexpected error is only reported as an error. */
function toFailed(name: string, error: unknown): RunCheck {
  const detail = error instanceof AppError ? error.publicText : 'the file did not arrive completely: send it again';
  return { name, status: 'failed', detail: detail.slice(0, 500), findings: [] };
}

function noFile(path: string): AppError {
  const detail = `the version declares no file ${path}`;
  return new AppError('not_found', detail, { detail });
}

function wrongLength(length: number, size: number): AppError {
  const detail = `the body has ${length} bytes, but ${size} were declared`;
  return new AppError('unprocessable', detail, { detail, extensions: { reason: 'size_mismatch' } });
}
