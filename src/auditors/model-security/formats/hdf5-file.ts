// Shared parts of the HDF5 readers: the file, places in it, and the configurations found.

import type { ByteSource } from '../byte-source.ts';
import type { InspectionContext } from '../finding.ts';
import { type Cursor, createCursor, EndOfBytesError } from './cursor.ts';
import type { Report } from './report.ts';

export interface Hdf5Config {
  name: string;
  bytes: Uint8Array;
  offset: number;
}

/** An HDF5 file; its addresses count from its base. */
export interface Hdf5File {
  source: ByteSource;
  context: InspectionContext;
  report: Report;
  spend: (amount?: number) => void;
}

export function toAddress(value: bigint): number {
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw new EndOfBytesError(0);
  return Number(value);
}

const windowBytes = 1024;

export function openAt({ source }: Hdf5File, address: number): Cursor {
  const cursor = createCursor(source, { windowBytes });
  cursor.seek(address);
  return cursor;
}

/** True for an attribute that holds a configuration: `model_config`, `training_config`, `layer_config`. */
export function isConfigName(name: string): boolean {
  return name.endsWith('config');
}
