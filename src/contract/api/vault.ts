/** Shapes and operations to administer the keys that seal secrets. */
import { type Static, Type } from 'typebox';
import { defineOperation } from './operation.ts';

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
      description: '`current` encrypts, `old` still decrypts earlier secrets, `retired` decrypts nothing',
    }),
    secrets: Type.Integer({ minimum: 0, description: 'Number of secrets encrypted with it now' }),
    wraps: Type.Integer({
      minimum: 0,
      description: 'Number of data keys encrypted with it since its first use, including removed ones',
    }),
    created_at: time,
    activated_at: nullableTime,
    retired_at: nullableTime,
  },
  { $id: 'VaultKeyVersion', description: 'One version of a key encryption key; this API never shows the key itself' },
);
export type KekView = Static<typeof KekViewSchema>;

export const VaultSchema = Type.Object(
  {
    provider: Type.String({
      description: 'Kind of key store that this process prefers: `file`, `environment` or `transit`',
    }),
    preferred_key_id: Type.String({ description: 'Key that the next rotation uses' }),
    key_id: Type.Union([Type.String(), Type.Null()], {
      description: 'Key that encrypts now; null before the first secret',
    }),
    current_version: Type.Union([version, Type.Null()]),
    minimum_version: Type.Union([version, Type.Null()], { description: 'Oldest version of it that still decrypts' }),
    versions: Type.Array(KekViewSchema),
    secrets: Type.Integer({ minimum: 0 }),
    to_rewrap: Type.Integer({
      minimum: 0,
      description: 'Number of secrets that are not encrypted with the current version',
    }),
    rotation_due: Type.Boolean({
      description: 'True if the current version has encrypted so many data keys that it needs a successor',
    }),
  },
  { $id: 'Vault' },
);
export type VaultView = Static<typeof VaultSchema>;

export const VaultRotationSchema = Type.Object({ key_id: Type.String(), version }, { $id: 'VaultRotation' });

export const RewrapRequestSchema = Type.Object(
  {
    cursor: Type.Optional(Type.String({ pattern: '^\\d{1,15}$', description: '`next_cursor` of the answer before' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000, default: 200 })),
  },
  { $id: 'RewrapVault', additionalProperties: false, examples: [{ limit: 200 }] },
);

const RewrapFailureSchema = Type.Object(
  {
    org_id: Type.String(),
    table: Type.String(),
    record_id: Type.String(),
    version: Type.Integer(),
    field: Type.String(),
    key_id: Type.String(),
    key_version: Type.Integer(),
    reason: Type.String({ description: '`does_not_open`, `kek_unknown` or `kek_version_retired`' }),
  },
  { $id: 'VaultRewrapFailure' },
);
export type RewrapFailure = Static<typeof RewrapFailureSchema>;

export const RewrapAnswerSchema = Type.Object(
  {
    rewrapped: Type.Integer({ minimum: 0 }),
    changed: Type.Integer({ minimum: 0, description: 'Secrets that somebody else wrote or removed in the meantime' }),
    failed: Type.Array(RewrapFailureSchema),
    remaining: Type.Integer({
      minimum: 0,
      description: 'Number of secrets not encrypted with the current version, including failed ones',
    }),
    next_cursor: Type.Union([Type.String(), Type.Null()], { description: 'Null once all secrets were visited' }),
  },
  { $id: 'VaultRewrap' },
);

export const MinimumVersionSchema = Type.Object(
  {
    version: Type.Integer({
      minimum: 1,
      maximum: 2_147_483_647,
      description: 'Versions below it can no longer decrypt',
    }),
    key_id: Type.Optional(Type.String({ ...keyId, description: 'The current key if absent' })),
  },
  { $id: 'SetVaultMinimumVersion', additionalProperties: false, examples: [{ version: 2 }] },
);

export const MinimumAnswerSchema = Type.Object(
  { retired: Type.Array(version, { description: 'Versions that this call retired' }) },
  { $id: 'VaultMinimum' },
);

const path = '/v1/vault';
const tag = 'vault';

export const vault = {
  get: defineOperation({
    id: 'vault.get',
    method: 'GET',
    path,
    tag,
    summary: 'Read which keys encrypt secrets, and how many secrets each',
    description: 'Needs the operator token.',
    responses: { 200: VaultSchema },
  }),
  rotate: defineOperation({
    id: 'vault.rotate',
    method: 'POST',
    path: `${path}/rotate`,
    tag,
    summary: 'Encrypt new secrets with a newer version of the key',
    description: 'Needs the operator token.',
    idempotent: true,
    responses: { 200: VaultRotationSchema },
  }),
  rewrap: defineOperation({
    id: 'vault.rewrap',
    method: 'POST',
    path: `${path}/rewrap`,
    tag,
    summary: 'Encrypt the data keys of some secrets with the current key version',
    description: 'Repeat it with `next_cursor` until that is null. Needs the operator token.',
    body: RewrapRequestSchema,
    responses: { 200: RewrapAnswerSchema },
  }),
  setMinimumVersion: defineOperation({
    id: 'vault.setMinimumVersion',
    method: 'POST',
    path: `${path}/minimum-version`,
    tag,
    summary: 'Retire old key versions that no secret uses',
    description: 'Needs the operator token.',
    body: MinimumVersionSchema,
    idempotent: true,
    responses: { 200: MinimumAnswerSchema },
  }),
} as const;
