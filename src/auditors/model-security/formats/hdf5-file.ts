// What the readers of the parts of an HDF5 file share: the file, places in it, and the configurations that are found.

import type { ByteSource } from '../byte-source.ts';
import type { InspectionContext } from '../finding.ts';
import { type Cursor, createCursor, EndOfBytesError } from './cursor.ts';
import type { Report } from './report.ts';

/** The text of an attribute that holds a configuration. */
export interface Hdf5Config {
  name: string;
  bytes: Uint8Array;
  offset: number;
}

/** An HDF5 file: addresses in it count from its base. */
export interface Hdf5File {
  source: ByteSource;
  context: InspectionContext;
  report: Report;
  /** Counts what is read. */
  spend: (amount?: number) => void;
}

/** An address that a file can have. */
export function toAddress(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new EndOfBytesError(0);
  return Number(value);
}

const windowBytes = 1024;

/** A cursor at an address. */
export function openAt({ source }: Hdf5File, address: number): Cursor {
  const cursor = createCursor(source, { windowBytes });
  cursor.seek(address);
  return cursor;
}

/** Whether an attribute of this name holds a configuration: `model_config`, `training_config`, `layer_config`. */
export function isConfigName(name: string): boolean {
  return name.endsWith('config');
}
