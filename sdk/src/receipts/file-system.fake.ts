/** A disk in memory for tests. It counts every call, fails or loses power at a chosen one, and forgets unsynced data. */
import type { AppendFile, FileSystem, ReadableFile } from './file-system.ts';

/** Fate of unsynced bytes and names at a loss of power. */
export type PowerLoss =
  /** Unchanged: only the process died; a power loss may follow. */
  | 'killed'
  /** All of it is lost. */
  | 'lost'
  /** All of it happens to be written. */
  | 'kept'
  /** Names are kept, and a first part of the bytes. */
  | 'torn'
  /** Names and lengths are kept, and a first part of the bytes; the rest reads as zeros. */
  | 'zeros';

export interface Fault {
  /** Number of the call, from 1. */
  readonly call: number;
  /** `error`: that call fails half way. `before` and `after`: the process dies there. */
  readonly kind: 'error' | 'before' | 'after';
  /** Later calls of the same name fail too, as on a full disk. */
  readonly lasting?: boolean;
}

export interface FakeFileSystem extends FileSystem {
  /** Arms a fault. Calls are counted from here. */
  arm(fault: Fault | undefined): void;
  /** Calls since the last `arm`. */
  calls(): number;
  trace(): readonly string[];
  hasCrashed(): boolean;
  /** Restarts the machine after a loss of power. */
  reboot(loss: PowerLoss): void;
  /** Gives the bytes of a file as a reader sees them. */
  contents(path: string): Uint8Array;
  /** Changes a file durably without the log's knowledge. */
  tamper(path: string, change: (bytes: Uint8Array) => Uint8Array): void;
  paths(): string[];
  /** Gives a durable copy of the current disk. */
  clone(): FakeFileSystem;
}

interface Inode {
  live: Uint8Array;
  durable: Uint8Array;
}

export function createFakeFileSystem(start: ReadonlyMap<string, Uint8Array> = new Map()): FakeFileSystem {
  let names = new Map<string, Inode>();
  for (const [path, bytes] of start) names.set(path, { live: bytes, durable: bytes });
  let durableNames = new Map(names);
  let fault: Fault | undefined;
  let trace: string[] = [];
  let crashed = false;

  /** Wraps every call of the file system. `half` leaves the effects of a failed call. */
  const call = async <T>(name: string, work: () => T, half?: () => void): Promise<T> => {
    if (crashed) throw new Error('the process is dead');
    trace.push(name);
    const hit = fault !== undefined && isHit(fault, trace);
    if (!hit) return work();
    if (fault?.kind === 'error') {
      half?.();
      throw Object.assign(new Error(`ENOSPC: no space left on device, ${name}`), { code: 'ENOSPC' });
    }
    if (fault?.kind === 'after') work();
    else half?.();
    crashed = true;
    throw new Error(`power lost at ${name}`);
  };

  const get = (path: string): Inode => {
    const inode = names.get(path);
    if (inode === undefined) throw Object.assign(new Error(`ENOENT: ${path}`), { code: 'ENOENT' });
    return inode;
  };

  const toAppendFile = (inode: Inode): AppendFile => ({
    append: (bytes) =>
      call(
        'append',
        () => {
          inode.live = concat(inode.live, bytes);
        },
        () => {
          inode.live = concat(inode.live, bytes.subarray(0, bytes.length >> 1));
        },
      ),
    datasync: () =>
      call('datasync', () => {
        inode.durable = inode.live;
      }),
    close: () => call('close', () => undefined),
  });

  const toReadable = (inode: Inode): ReadableFile => ({
    size: async () => inode.live.length,
    read: async (offset, length) => inode.live.slice(offset, offset + length),
    close: async () => undefined,
  });

  return {
    arm(next) {
      fault = next;
      trace = [];
    },
    calls: () => trace.length,
    trace: () => trace,
    hasCrashed: () => crashed,
    reboot(loss) {
      crashed = false;
      fault = undefined;
      if (loss === 'killed') return;
      if (loss === 'lost') names = new Map(durableNames);
      else durableNames = new Map(names);
      for (const inode of names.values()) settle(inode, loss);
    },
    contents: (path) => get(path).live,
    tamper(path, change) {
      const bytes = change(get(path).live);
      const inode = { live: bytes, durable: bytes };
      names.set(path, inode);
      durableNames.set(path, inode);
    },
    paths: () => [...names.keys()].sort(),
    clone: () => createFakeFileSystem(new Map([...names].map(([path, inode]) => [path, inode.live]))),
    makeDirectory: () => call('makeDirectory', () => undefined),
    list: async (directory) =>
      [...names.keys()]
        .filter((path) => path.startsWith(`${directory}/`))
        .map((path) => path.slice(directory.length + 1)),
    create: (path) =>
      call('create', () => {
        if (names.has(path)) return false;
        const inode: Inode = { live: new Uint8Array(), durable: new Uint8Array() };
        names.set(path, inode);
        return toAppendFile(inode);
      }),
    openAppend: (path) => call('openAppend', () => toAppendFile(get(path))),
    async openRead(path) {
      if (crashed) throw new Error('the process is dead');
      const inode = names.get(path);
      return inode === undefined ? undefined : toReadable(inode);
    },
    truncate: (path, length) =>
      call('truncate', () => {
        const inode = get(path);
        inode.live = inode.live.slice(0, length);
        inode.durable = inode.live;
      }),
    rename: (from, to) =>
      call('rename', () => {
        names.set(to, get(from));
        names.delete(from);
      }),
    remove: (path) =>
      call('remove', () => {
        names.delete(path);
      }),
    syncDirectory: (directory) =>
      call('syncDirectory', () => {
        durableNames = new Map([
          ...[...durableNames].filter(([path]) => !path.startsWith(`${directory}/`)),
          ...[...names].filter(([path]) => path.startsWith(`${directory}/`)),
        ]);
      }),
  };
}

function isHit(fault: Fault, trace: readonly string[]): boolean {
  if (trace.length === fault.call) return true;
  return fault.lasting === true && trace.length > fault.call && trace.at(-1) === trace[fault.call - 1];
}

/** INVARIANT: what was synced is a beginning of what is live, unless the file was cut, which is durable at once. */
function settle(inode: Inode, loss: PowerLoss): void {
  const pending = inode.live.length - inode.durable.length;
  const survived = inode.live.slice(0, inode.durable.length + (pending >> 1));
  if (loss === 'lost') inode.live = inode.durable;
  if (loss === 'torn') inode.live = survived;
  if (loss === 'zeros') inode.live = concat(survived, new Uint8Array(inode.live.length - survived.length));
  inode.durable = inode.live;
}

function concat(left: Uint8Array, right: Uint8Array): Uint8Array {
  const joined = new Uint8Array(left.length + right.length);
  joined.set(left);
  joined.set(right, left.length);
  return joined;
}
