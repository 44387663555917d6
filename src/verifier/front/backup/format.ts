/**
 * The format of a backup file: a magic line, frames (one letter, length, bytes), and the SHA-256 of everything before it. A
 * header describes the content, sealed keys may follow, then each table as gzip'd JSON lines with its count, then the end.
 */
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { AppError } from '../../../platform/errors.ts';

/** Increase it for a change that older programs cannot read. */
export const formatVersion = 1;
export const magicName = 'ASSAY-BACKUP';
export const magic = Buffer.from(`${magicName} ${formatVersion}\n`);
export const digestBytes = 32;

/** Header, keys, data of a table, end of a table, end of all. */
export const frameTypes = { header: 'H', keys: 'K', data: 'D', table: 'T', end: 'E' } as const;
export type FrameType = (typeof frameTypes)[keyof typeof frameTypes];

/** Size of a table's lines in one frame, unless a single line is longer. */
export const chunkBytes = 1024 * 1024;
/** A larger frame is damaged or hostile and is not read into memory. */
export const maxFrameBytes = 256 * 1024 * 1024;
export const maxInflatedBytes = 512 * 1024 * 1024;

const NameSchema = Type.String({ pattern: '^[a-z_][a-z0-9_]{0,62}$' });
const CountSchema = Type.Integer({ minimum: 0 });
const HashSchema = Type.String({ pattern: '^[0-9a-f]{64}$' });

const KekSchema = Type.Object({
  key_id: Type.String(),
  version: Type.Integer(),
  is_current: Type.Boolean(),
  is_retired: Type.Boolean(),
  /** Secrets sealed with it. */
  secrets: CountSchema,
  /** A known text sealed with it, to test whether a key is the same. */
  check_value: Type.String(),
  created_at: Type.Integer(),
});

export const HeaderSchema = Type.Object({
  format: Type.Integer(),
  id: Type.String({ pattern: '^bak_[0-9a-f-]{36}$' }),
  taken_at: Type.Integer(),
  build: Type.String(),
  database: Type.Union([Type.Literal('pglite'), Type.Literal('postgres')]),
  /** Version of the source server. */
  server_version: Type.String(),
  lineage: Type.Union([Type.String(), Type.Null()]),
  migrations: Type.Array(Type.Object({ id: Type.String(), sha256: HashSchema, applied_at: Type.Integer() })),
  keks: Type.Array(KekSchema),
  /** Sealed files of the data folder in the backup; null without them. */
  keys: Type.Union([Type.Array(Type.String()), Type.Null()]),
  /** In the order in which they can be restored. */
  tables: Type.Array(Type.Object({ name: NameSchema, columns: Type.Array(NameSchema) })),
  /** Foreign tables in the same schema. */
  left_out: Type.Array(Type.String()),
});
export type BackupHeader = Static<typeof HeaderSchema>;
export type BackupKek = Static<typeof KekSchema>;

export const TableEndSchema = Type.Object({
  name: NameSchema,
  rows: CountSchema,
  /** Hash of its lines. */
  sha256: HashSchema,
});
export type TableEnd = Static<typeof TableEndSchema>;

export const SequenceSchema = Type.Object({
  name: NameSchema,
  /** A bigint as text. */
  last_value: Type.String({ pattern: '^-?\\d{1,19}$' }),
  is_called: Type.Boolean(),
});
export type SequenceState = Static<typeof SequenceSchema>;

export const EndSchema = Type.Object({
  tables: CountSchema,
  rows: CountSchema,
  sequences: Type.Array(SequenceSchema),
});
export type BackupEnd = Static<typeof EndSchema>;

export const SealedKeysSchema = Type.Object({
  kdf: Type.Literal('scrypt'),
  log2_n: Type.Integer({ minimum: 14, maximum: 18 }),
  r: Type.Integer({ minimum: 1, maximum: 8 }),
  p: Type.Integer({ minimum: 1, maximum: 4 }),
  salt: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
  nonce: Type.String({ pattern: '^[A-Za-z0-9_-]{16}$' }),
  tag: Type.String({ pattern: '^[A-Za-z0-9_-]{22}$' }),
  ct: Type.String(),
});
export type SealedKeys = Static<typeof SealedKeysSchema>;

export const checks = {
  header: Compile(HeaderSchema),
  keys: Compile(SealedKeysSchema),
  table: Compile(TableEndSchema),
  end: Compile(EndSchema),
};

/** The content of a whole file. */
export interface BackupSummary {
  readonly header: BackupHeader;
  readonly tables: readonly TableEnd[];
  readonly end: BackupEnd;
  /** `sha256:…` of the whole file. */
  readonly digest: string;
  readonly bytes: number;
}

/** @returns AppError `unprocessable`, `reason: backup_damaged`. */
export function damaged(what: string): AppError {
  const detail = `The backup is damaged: ${what}. Nothing was restored: use another copy`;
  return new AppError('unprocessable', detail, { detail, extensions: { reason: 'backup_damaged' } });
}

/** The error for a restore that cannot start: nothing was written. */
export function refuseBackup(reason: string, detail: string, cause?: unknown): AppError {
  return new AppError('conflict', detail, {
    detail,
    extensions: { reason },
    ...(cause === undefined ? {} : { cause }),
  });
}
