/** Wire shapes of the vault's administration. */
import { type Static, Type } from 'typebox';

const time = Type.String({ format: 'date-time' });
const nullableTime = Type.Union([time, Type.Null()]);
const version = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });
const keyId = Type.String({ minLength: 1, maxLength: 400 });
export const kekStates = ['current', 'old', 'retired'] as const;

export const KekViewSchema = Type.Object(
  {
    key_id: Type.String({ description: '`file`, `environment` or `transit/<mount>/<key>`' }),
    version,
    state: Type.Enum(kekStates, {
      description: '`current` seals, `old` opens what it sealed before, `retired` opens nothing any more',
    }),
    secrets: Type.Integer({ minimum: 0, description: 'sealed with it now' }),
    wraps: Type.Integer({
      minimum: 0,
      description: 'data keys sealed with it since it was first used, removed ones too',
    }),
    created_at: time,
    activated_at: nullableTime,
    retired_at: nullableTime,
  },
  { description: 'one version of a key encryption key; the key itself is nowhere in this API' },
);
export type KekView = Static<typeof KekViewSchema>;

export const VaultSchema = Type.Object(
  {
    provider: Type.String({
      description: 'where this process prefers its key to be: `file`, `environment`, `transit`',
    }),
    preferred_key_id: Type.String({ description: 'what a rotation goes on with' }),
    key_id: Type.Union([Type.String(), Type.Null()], { description: 'what seals now; null before the first secret' }),
    current_version: Type.Union([version, Type.Null()]),
    minimum_version: Type.Union([version, Type.Null()], { description: 'oldest version of it that still opens' }),
    versions: Type.Array(KekViewSchema),
    secrets: Type.Integer({ minimum: 0 }),
    to_rewrap: Type.Integer({ minimum: 0, description: 'secrets that another than the current version sealed' }),
    rotation_due: Type.Boolean({ description: 'the current version has sealed so much that it is to be replaced' }),
  },
  { $id: 'Vault' },
);
export type VaultView = Static<typeof VaultSchema>;

export const VaultRotationSchema = Type.Object({ key_id: Type.String(), version }, { $id: 'VaultRotation' });

export const RewrapRequestSchema = Type.Object(
  {
    cursor: Type.Optional(Type.String({ pattern: '^\\d{1,15}$', description: 'of the answer before' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 200 })),
  },
  { additionalProperties: false, examples: [{ limit: 200 }] },
);

const RewrapFailureSchema = Type.Object({
  org_id: Type.String(),
  table: Type.String(),
  record_id: Type.String(),
  version: Type.Integer(),
  field: Type.String(),
  key_id: Type.String(),
  key_version: Type.Integer(),
  reason: Type.String({ description: '`does_not_open`, `kek_unknown` or `kek_version_retired`' }),
});
export type RewrapFailure = Static<typeof RewrapFailureSchema>;

export const RewrapAnswerSchema = Type.Object(
  {
    rewrapped: Type.Integer({ minimum: 0 }),
    changed: Type.Integer({ minimum: 0, description: 'written or removed by somebody else meanwhile' }),
    failed: Type.Array(RewrapFailureSchema),
    remaining: Type.Integer({ minimum: 0, description: 'not sealed with the current version, failed ones too' }),
    next_cursor: Type.Union([Type.String(), Type.Null()], { description: 'null when all were looked at' }),
  },
  { $id: 'VaultRewrap' },
);

export const MinimumVersionSchema = Type.Object(
  {
    version: Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'versions below it open nothing any more',
    }),
    key_id: Type.Optional(Type.String({ ...keyId, description: 'another key than the current one' })),
  },
  { additionalProperties: false, examples: [{ version: 2 }] },
);

export const MinimumAnswerSchema = Type.Object(
  { retired: Type.Array(version, { description: 'versions that this call ended' }) },
  { $id: 'VaultMinimum' },
);
