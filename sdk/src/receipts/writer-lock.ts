/** One writer per chain: a lock file names the process that holds it. The lock of a dead process is taken over. */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { FileSystem } from './file-system.ts';
import { parseJson } from './parse-json.ts';
import { ReceiptError } from './receipt-error.ts';

const LockSchema = Type.Object({ pid: Type.Integer(), started: Type.String(), token: Type.String() });
type Lock = Static<typeof LockSchema>;

/** A process, with its start time to tell it from a later one with the same number. */
export interface ProcessIdentity {
  readonly pid: number;
  readonly started: string;
}

export interface ProcessTable {
  self(): Promise<ProcessIdentity>;
  isAlive(identity: ProcessIdentity): Promise<boolean>;
}

export interface WriterLock {
  release(): Promise<void>;
}

export interface WriterLockOptions {
  readonly fileSystem: FileSystem;
  readonly directory: string;
  readonly processes: ProcessTable;
  /** Identifies this holder, in case two take over at once. */
  readonly token: string;
}

const lockShape = Compile(LockSchema);
const lockFile = 'writer.lock';
const maxLockBytes = 1024;

/** Takes the lock of a directory. @throws ReceiptError `locked` while another live process holds it */
export async function acquireWriterLock(options: WriterLockOptions): Promise<WriterLock> {
  const { fileSystem, directory, processes, token } = options;
  const path = `${directory}/${lockFile}`;
  const { pid, started } = await processes.self();
  const own: Lock = { pid, started, token };

  if (!(await tryCreate(fileSystem, path, own))) {
    const holder = await readLock(fileSystem, path);
    if (holder !== undefined && (await processes.isAlive(holder))) throw locked(holder);
    await moveAway(options, path, holder);
    if (!(await tryCreate(fileSystem, path, own))) throw locked(await readLock(fileSystem, path));
  }
  // Two may have found the same dead holder; only the one whose token is in the file continues.
  const winner = await readLock(fileSystem, path);
  if (winner?.token !== token) throw locked(winner);

  return {
    async release() {
      const holder = await readLock(fileSystem, path);
      if (holder?.token === token) await fileSystem.remove(path);
    },
  };
}

async function tryCreate(fileSystem: FileSystem, path: string, lock: Lock): Promise<boolean> {
  const file = await fileSystem.create(path);
  if (file === false) return false;
  try {
    await file.append(Buffer.from(JSON.stringify(lock)));
  } finally {
    await file.close();
  }
  return true;
}

/** Removes a dead holder's lock, unless the moved file turns out to be that of a live one that came in between. */
async function moveAway(options: WriterLockOptions, path: string, dead: Lock | undefined): Promise<void> {
  const { fileSystem, token } = options;
  const aside = `${path}.${token}.tmp`;
  await fileSystem.rename(path, aside);
  const moved = await readLock(fileSystem, aside);
  if (moved?.token !== dead?.token) {
    await fileSystem.rename(aside, path);
    throw locked(moved);
  }
  await fileSystem.remove(aside);
}

/** Reads the holder in a lock file; `undefined` if there is none, or if a crash left it incomplete. */
async function readLock(fileSystem: FileSystem, path: string): Promise<Lock | undefined> {
  const file = await fileSystem.openRead(path);
  if (file === undefined) return undefined;
  try {
    const lock = parseJson(Buffer.from(await file.read(0, maxLockBytes)).toString('utf8'));
    return lockShape.Check(lock) ? lock : undefined;
  } finally {
    await file.close();
  }
}

const locked = (holder: Lock | undefined): ReceiptError =>
  new ReceiptError('locked', `the chain is being written by process ${holder?.pid ?? 'unknown'}`);
