/** The status of passports after their issue: revocation, and signed statements about one or all of them. */
import { sha256Hex } from '@assay/sdk/crypto';
import type {
  PassportStatus,
  PublicPassport,
  PublicStatus,
  RevocationList,
} from '../../../contract/api/passports/shapes.ts';
import {
  passportStatusType,
  type RevocationListClaims,
  revocationListTtlS,
  revocationListType,
  type StatusClaims,
  statusTokenTtlS,
} from '../../../contract/passport-status.ts';
import { type Clock, toTimestamp, toTimestampOrNull } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import type { Audit } from '../../base/audit-log/append.ts';
import type { Author } from '../../base/control/author.ts';
import type { PassportKey } from '../../base/keys/key-file.ts';
import { signToken } from '../../base/keys/sign-token.ts';
import { decodeClaims, noSuchPassport, stateOf } from './state.ts';
import type { Dependency, PassportStore } from './store.ts';
import type { PassportRow } from './tables.ts';

/** Revocations of things that passports depend on, since a time. */
export interface RevokedThings {
  readonly keyAttestations: readonly { id: string; revoked_at: string }[];
  readonly referenceValues: readonly { id: string; revoked_at: string }[];
}

export interface PassportStatuses {
  get(orgId: string, passportId: string): Promise<PassportStatus>;
  /** Idempotent: the first revocation stands. */
  revoke(tx: Db, author: Author, passportId: string, reason: string): Promise<PassportStatus>;
  /** Revokes what depends on something no longer trusted. Returns how many. */
  revokeDependents(tx: Db, orgId: string, on: Dependency, by: string, reason: string): Promise<number>;
  listRevocations(orgId: string, since: number): Promise<RevocationList>;
  /** For callers without an account: 404 unless the owner of the agent made its passports public. */
  getPublic(passportId: string): Promise<PublicPassport>;
  getPublicStatus(passportId: string): Promise<PublicStatus>;
}

export interface PassportStatusesDeps {
  readonly store: PassportStore;
  readonly key: PassportKey;
  readonly clock: Clock;
  readonly issuer: string;
  readonly findRevoked: (orgId: string, since: number, limit: number) => Promise<RevokedThings>;
  /** True if the owner of an agent made its passports public. */
  readonly isPublic: (orgId: string, agentId: string) => Promise<boolean>;
  readonly audit: Audit;
  /** Blocks other administrative writes of the organisation. Call it first in each of them. */
  readonly hold: (tx: Db, orgId: string) => Promise<void>;
}

/** Limit of a list. Exceeding it is an error: no incomplete list looks complete. */
const maxListed = 10_000;
/** A revocation whose transaction commits late appears in the list with a time earlier than others already there. */
const settlingMs = 60_000;

export function createPassportStatuses(deps: PassportStatusesDeps): PassportStatuses {
  const { store, clock } = deps;

  const load = async (orgId: string, passportId: string, from?: Db): Promise<PassportRow> => {
    const row = await store.find(orgId, passportId, from);
    if (row === undefined) throw noSuchPassport();
    return row;
  };

  const loadPublic = async (passportId: string): Promise<PassportRow> => {
    const row = await store.findAnywhere(passportId);
    if (row === undefined || !(await deps.isPublic(row.org_id, row.agent_id))) throw noSuchPassport();
    return row;
  };

  const toPublicStatus = (row: PassportRow, reason: string | null): PublicStatus => {
    const now = clock.now();
    return { ...toPlainStatus(row, now), token: signStatus(deps, row, { now, reason }) };
  };

  return {
    async get(orgId, passportId) {
      const row = await load(orgId, passportId);
      return { ...toPublicStatus(row, row.revoked_reason), reason: row.revoked_reason };
    },
    async revoke(tx, author, passportId, reason) {
      const { orgId, user: by } = author;
      await deps.hold(tx, orgId);
      const isFirst = await store.revoke(tx, orgId, passportId, { at: clock.now(), by, reason });
      if (isFirst) {
        const about = { resourceType: 'passport', resourceId: passportId, details: { reason } };
        await deps.audit.append(tx, author, { action: 'passport.revoked', ...about });
      }
      const row = await load(orgId, passportId, tx);
      return { ...toPublicStatus(row, row.revoked_reason), reason: row.revoked_reason };
    },
    revokeDependents: (tx, orgId, on, by, reason) =>
      store.revokeDependents(tx, orgId, on, { at: clock.now(), by, reason }),
    async listRevocations(orgId, since) {
      const now = clock.now();
      const rows = await store.listRevoked(orgId, since, maxListed + 1);
      const { keyAttestations, referenceValues } = await deps.findRevoked(orgId, since, maxListed + 1);
      if ([rows, keyAttestations, referenceValues].some((list) => list.length > maxListed)) {
        const detail = `more than ${maxListed} revocations: use a later since`;
        throw new AppError('invalid_request', detail, { detail, errors: [{ pointer: '/since', message: detail }] });
      }
      const list = {
        since: toTimestamp(since),
        until: toTimestamp(Math.max(since, now - settlingMs)),
        revoked: rows.map((row) => ({
          passport_id: row.passport_id,
          passport_hash: hashOf(row),
          revoked_at: toTimestamp(row.revoked_at ?? 0),
        })),
        revoked_key_attestations: [...keyAttestations],
        revoked_reference_values: [...referenceValues],
      };
      const iat = Math.floor(now / 1000);
      const claims: RevocationListClaims = { iss: deps.issuer, iat, exp: iat + revocationListTtlS, ...list };
      return { ...list, token: signToken(deps.key, revocationListType, claims) };
    },
    async getPublic(passportId) {
      return toPublicPassport(await loadPublic(passportId), clock.now());
    },
    // The reason is text of the operator and is not public.
    getPublicStatus: async (passportId) => toPublicStatus(await loadPublic(passportId), null),
  };
}

/** Gives what readers without an account see. */
export function toPublicPassport(row: PassportRow, now: number): PublicPassport {
  const { checked_at: _now, ...status } = toPlainStatus(row, now);
  return {
    ...status,
    agent_id: row.agent_id,
    issued_at: toTimestamp(row.issued_at),
    is_mock: row.is_mock,
    claims: decodeClaims(row.jwt),
    verifier_keys: '/.well-known/jwks.json',
    jwt: row.jwt,
  };
}

function toPlainStatus(row: PassportRow, now: number): Omit<PublicStatus, 'token'> {
  return {
    passport_id: row.passport_id,
    state: stateOf(row, now),
    status: row.status,
    expires_at: toTimestamp(row.expires_at),
    revoked_at: toTimestampOrNull(row.revoked_at),
    superseded_by: row.superseded_by,
    checked_at: toTimestamp(now),
  };
}

function signStatus(
  { key, issuer }: PassportStatusesDeps,
  row: PassportRow,
  { now, reason }: { now: number; reason: string | null },
): string {
  const iat = Math.floor(now / 1000);
  const claims: StatusClaims = {
    iss: issuer,
    sub: row.passport_id,
    iat,
    exp: iat + statusTokenTtlS,
    passport_hash: hashOf(row),
    state: stateOf(row, now),
    status: row.status,
    ...(row.revoked_at === null ? {} : { revoked_at: toTimestamp(row.revoked_at) }),
    ...(reason === null ? {} : { reason }),
    ...(row.superseded_by === null ? {} : { superseded_by: row.superseded_by }),
  };
  return signToken(key, passportStatusType, claims);
}

function hashOf(row: PassportRow): string {
  return `sha256:${sha256Hex(row.jwt)}`;
}
