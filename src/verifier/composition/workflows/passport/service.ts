/** Makes the composite passport of a workflow on request, and a new one when its content has changed. */
import { canonicalize, merkleRoot, sha256Hex } from '@assay/sdk/crypto';
import {
  type CompositeClaims,
  type CompositePassport,
  compositeProfile,
  compositeSchemaVersion,
  isGap,
} from '../../../../contract/composite-passport.ts';
import { passportType, type TrustVector } from '../../../../contract/passport.ts';
import { type Clock, toTimestamp } from '../../../../platform/clock.ts';
import type { Db } from '../../../../platform/db/db.ts';
import { AppError } from '../../../../platform/errors.ts';
import { createId, type RandomBytes } from '../../../../platform/ids.ts';
import { statusOfMembers } from '../../../../proof/composite-passport.ts';
import { worseValue } from '../../../../proof/trust-vector.ts';
import { decodeClaims } from '../../../attestation/passports/state.ts';
import type { PassportRow } from '../../../attestation/passports/tables.ts';
import type { Author } from '../../../base/control/author.ts';
import type { PassportKey } from '../../../base/keys/key-file.ts';
import { signToken } from '../../../base/keys/sign-token.ts';
import { noWorkflow } from '../definitions/core.ts';
import type { WorkflowStore } from '../definitions/store.ts';
import type { DeployedWorkflow, WorkflowDefinitions } from '../ports.ts';
import { findPassports, listPlaces, toMember } from './members.ts';

export interface CompositePassports {
  /** Covers the revision that runs, or ran last. @throws AppError `not_found` before the first deployment. */
  get(author: Author, id: string): Promise<CompositePassport>;
}

export interface CompositePassportsDeps {
  readonly db: Db;
  readonly store: Pick<WorkflowStore, 'find'>;
  readonly definitions: WorkflowDefinitions;
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly key: PassportKey;
  readonly issuer: string;
  readonly build: string;
}

/** Lifetime of an incomplete passport. */
const incompleteTtlS = 300;
const maxKept = 500;

interface Kept {
  /** Hash of its content without its own times. */
  readonly fingerprint: string;
  readonly expiresAt: number;
  readonly passport: CompositePassport;
}

export function createCompositePassports(deps: CompositePassportsDeps): CompositePassports {
  const { db, store, definitions, clock } = deps;
  const kept = new Map<string, Kept>();
  const remember = (key: string, made: Kept): void => {
    kept.delete(key);
    kept.set(key, made);
    const [oldest] = kept.keys();
    if (kept.size > maxKept && oldest !== undefined) kept.delete(oldest);
  };
  return {
    async get({ orgId }, id) {
      const row = await store.find(db, orgId, id);
      if (row === undefined) throw noWorkflow();
      const revision = row.deployed_revision;
      const workflow = revision === null ? undefined : await definitions.findRevision(db, orgId, id, revision);
      if (workflow === undefined) {
        const detail = 'the workflow was never deployed: it has no passport yet';
        throw new AppError('not_found', detail, { detail });
      }
      const now = clock.now();
      const found = await compose(deps, workflow, now);
      const fingerprint = sha256Hex(canonicalize({ ...found }));
      const known = kept.get(`${orgId}/${id}`);
      if (known?.fingerprint === fingerprint && now < known.expiresAt) return known.passport;
      const passport = sign(deps, workflow, found, now);
      remember(`${orgId}/${id}`, { fingerprint, expiresAt: Date.parse(passport.expires_at), passport });
      return passport;
    },
  };
}

type Facts = Pick<CompositeClaims, 'members' | 'merkle_root' | 'status' | 'missing' | 'valid_until' | 'submods'>;

/** Composes the passports of the members, all at one moment. */
async function compose(
  { db, definitions }: CompositePassportsDeps,
  workflow: DeployedWorkflow,
  now: number,
): Promise<Facts> {
  const places = await listPlaces(definitions, db, workflow);
  const agentIds = [...new Set(places.flatMap(({ agentId }) => agentId ?? []))];
  const passports = await findPassports(db, workflow.orgId, agentIds, now);
  const rowOf = (agentId: string | null) => (agentId === null ? undefined : passports.get(agentId));
  const members = places.map((place) => toMember(place, rowOf(place.agentId), now));
  const leaves = members.flatMap(({ digest }) => (digest === null ? [] : [Buffer.from(digest, 'hex')]));
  const valid = [...passports.values()].filter((row) => row.revoked_at === null && now < row.expires_at);
  const ends = valid.map(({ expires_at: end }) => end);
  const missing = members.filter(({ status }) => isGap(status)).map(({ node_id: nodeId }) => nodeId);
  return {
    members,
    missing,
    status: statusOfMembers(members),
    merkle_root: Buffer.from(merkleRoot(leaves)).toString('hex'),
    valid_until: ends.length === 0 ? null : toTimestamp(ends.reduce((least, end) => Math.min(least, end))),
    submods: Object.fromEntries(valid.map((row) => [row.agent_id, toSubmod(row)])),
  };
}

/** One agent: the worst value of everything in its passport. */
function toSubmod(row: PassportRow): CompositeClaims['submods'][string] {
  const vector: TrustVector = {};
  for (const submod of Object.values(decodeClaims(row.jwt).submods)) {
    for (const [name, value] of Object.entries(submod['ear.trustworthiness-vector'])) {
      const known = vector[name];
      vector[name] = known === undefined || known === 0 ? value : value === 0 ? known : worseValue(known, value);
    }
  }
  return { 'ear.status': row.status, 'ear.trustworthiness-vector': vector };
}

function sign(deps: CompositePassportsDeps, workflow: DeployedWorkflow, facts: Facts, now: number): CompositePassport {
  const { clock, randomBytes, key, issuer, build } = deps;
  const issuedAt = Math.floor(now / 1000);
  const isWhole = facts.missing.length === 0 && facts.valid_until !== null;
  const end = isWhole ? Math.floor(Date.parse(facts.valid_until ?? '') / 1000) : issuedAt + incompleteTtlS;
  const about = { workflow_id: workflow.id, revision: workflow.revision, graph_digest: workflow.graphDigest };
  const claims: CompositeClaims = {
    schema_version: compositeSchemaVersion,
    eat_profile: compositeProfile,
    iss: issuer,
    jti: createId('cpp', clock, randomBytes),
    iat: issuedAt,
    nbf: issuedAt,
    exp: Math.max(issuedAt + 1, end),
    'ear.verifier-id': { developer: 'assay', build },
    workspace_id: workflow.workspaceId,
    ...about,
    ...facts,
  };
  const jwt = signToken(key, passportType, claims);
  const { submods: _submods, ...shown } = facts;
  return {
    passport_id: claims.jti,
    ...about,
    ...shown,
    issued_at: toTimestamp(issuedAt * 1000),
    expires_at: toTimestamp(claims.exp * 1000),
    signature: jwt.slice(jwt.lastIndexOf('.') + 1),
    jwt,
  };
}
