/** The disk as the log sees it: small enough that a fake can fail, or lose power, at each call. */

export interface AppendFile {
  /** Appends all of the bytes. */
  append(bytes: Uint8Array): Promise<void>;
  /** Resolves when appended bytes survive a loss of power. */
  datasync(): Promise<void>;
  close(): Promise<void>;
}

export interface ReadableFile {
  size(): Promise<number>;
  /** Reads up to `length` bytes from an offset; fewer at the end of the file. */
  read(offset: number, length: number): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface FileSystem {
  /** Creates a directory and its parents, for this user only; an existing one is fine. */
  makeDirectory(path: string): Promise<void>;
  /** Lists the names in a directory, unordered. */
  list(directory: string): Promise<string[]>;
  /** Creates a file for this user only; `false` if it exists. */
  create(path: string): Promise<AppendFile | false>;
  /** Opens an existing file. */
  openAppend(path: string): Promise<AppendFile>;
  /** Opens a file to read; `undefined` if it does not exist. */
  openRead(path: string): Promise<ReadableFile | undefined>;
  /** Truncates a file durably. */
  truncate(path: string, length: number): Promise<void>;
  /** Replaces the target; durable once the directory is synced. */
  rename(from: string, to: string): Promise<void>;
  remove(path: string): Promise<void>;
  /** Makes names in a directory durable. */
  syncDirectory(path: string): Promise<void>;
}
