/**
 * Checks a composite passport: an EAR JWS of its own profile by a key of a verifier that the caller trusts, in date
 * and consistent: members in order, the root over their digests, no status better than the worst of them.
 */
import type { ProofCrypto } from '@assay/sdk/crypto';
import {
  type CompositeClaims,
  CompositeClaimsSchema,
  type CompositeMember,
  type CompositeStatus,
  compositeProfile,
  compositeSchemaVersion,
  isGap,
} from '../contract/composite-passport.ts';
import { passportType, type Tier } from '../contract/passport.ts';
import { toHex } from './hash.ts';
import { parseJws, parsePayload } from './jws.ts';
import { merkleRoot } from './merkle.ts';
import { createShape } from './shape.ts';
import { isBetterTier, statusOfVector, worstTier } from './trust-vector.ts';
import { clockSkewS, type Refusal, refuse } from './verdict.ts';
import type { VerifierKey } from './verifier-key.ts';
import { findSignatureProblem } from './verifier-signature.ts';

export interface CompositeCheck {
  /** Keys of verifiers that the caller trusts. */
  readonly keys: readonly VerifierKey[];
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly crypto: ProofCrypto;
}

export type CompositeVerdict =
  | { readonly ok: true; readonly passport: CompositeClaims; readonly kid: string }
  | Refusal;

const maxChars = 4 * 1024 * 1024;
/** 9999-12-31T23:59:59Z, the last time that RFC 3339 can print. */
const latestS = 253_402_300_799;
const parseShape = createShape(CompositeClaimsSchema, 'the composite passport');

/** Proves a composite passport or says why not. Its members' passports are not available here. Never throws. */
export async function checkCompositePassport(jwt: unknown, check: CompositeCheck): Promise<CompositeVerdict> {
  const parsed = parseJws(jwt, { typ: passportType, algs: ['ES256', 'EdDSA'], maxChars });
  if (!parsed.ok) return parsed;
  const { keys, crypto } = check;
  const signed = await findSignatureProblem(parsed.jws, { keys, crypto, what: 'the composite passport' });
  if (signed !== undefined) return signed;
  const payload = parsePayload(parsed.jws, { maxChars, maxDepth: 12 });
  if (!payload.ok) return payload;
  if (payload.value['eat_profile'] !== compositeProfile) {
    return refuse('profile', `the profile must be ${compositeProfile}`);
  }
  const shape = parseShape(payload.value);
  if (!shape.ok) return shape;
  const passport = shape.value;
  const problem =
    findVersionProblem(passport) ??
    findTimeProblem(passport, check.now) ??
    findMemberProblem(passport) ??
    findStatusProblem(passport) ??
    (await findRootProblem(passport, crypto));
  return problem ?? { ok: true, passport, kid: parsed.jws.kid };
}

/** Gives the status of a whole: that of its worst member, and `incomplete` if a member has no valid passport. */
export function statusOfMembers(members: readonly Pick<CompositeMember, 'status'>[]): CompositeStatus {
  const tiers: Tier[] = [];
  for (const { status } of members) {
    if (isGap(status)) return 'incomplete';
    tiers.push(status);
  }
  return worstTier(tiers);
}

function findVersionProblem({ schema_version: version }: CompositeClaims): Refusal | undefined {
  const majorOf = (text: string) => text.split('.', 1)[0];
  if (majorOf(version) === majorOf(compositeSchemaVersion)) return undefined;
  return refuse('unsupported', 'the version of the composite passport is not supported');
}

function findTimeProblem({ iat, nbf, exp, valid_until: until }: CompositeClaims, now: number): Refusal | undefined {
  const nowS = now / 1000;
  if (exp > latestS) return refuse('schema', 'the composite passport is valid beyond the year 9999');
  if (nbf > nowS + clockSkewS || iat > nowS + clockSkewS) {
    return refuse('not_yet_valid', 'the composite passport is not valid yet');
  }
  if (exp <= nowS - clockSkewS) return refuse('expired', 'the composite passport has expired');
  if (exp < nbf) return refuse('inconsistent', 'the composite passport ends before it begins');
  // `exp` is whole seconds, and both derive from the same earliest end.
  const isBeyond = until !== null && exp > Math.ceil(Date.parse(until) / 1000);
  return isBeyond ? refuse('inconsistent', 'it is valid for longer than the passport of a member') : undefined;
}

/** Checks that members are in order, each with all members of a passport or none, and one passport for each agent. */
function findMemberProblem({ members, missing }: CompositeClaims): Refusal | undefined {
  const passportOf = new Map<string, string>();
  let before: string | undefined;
  for (const { node_id: id, agent_id: agent, digest, passport_id: passport, status } of members) {
    if (before !== undefined && id <= before)
      return refuse('inconsistent', 'its members are not in order, or one occurs twice');
    before = id;
    const hasAll = digest !== null && passport !== null && agent !== null;
    if (!isGap(status) && !hasAll) return refuse('inconsistent', 'a member has a status and no passport');
    if (status === 'missing' && (digest !== null || passport !== null)) {
      return refuse('inconsistent', 'a member has a passport but is listed without one');
    }
    if (agent === null) continue;
    const known = passportOf.get(agent);
    const own = `${passport} ${digest} ${status}`;
    if (known !== undefined && known !== own)
      return refuse('inconsistent', 'two members name the same agent with different passports');
    passportOf.set(agent, own);
  }
  const gaps = members.filter(({ status }) => isGap(status)).map(({ node_id: id }) => id);
  const isListed = gaps.length === missing.length && gaps.every((id, index) => missing[index] === id);
  return isListed ? undefined : refuse('inconsistent', 'its list of missing passports differs from its members');
}

function findStatusProblem({ status, members, submods }: CompositeClaims): Refusal | undefined {
  if (status !== statusOfMembers(members)) {
    return refuse('status_too_good', 'the status is not the status of the worst member');
  }
  const ofAgent = new Map(members.map(({ agent_id: agent, status: own }) => [agent, own]));
  for (const [agent, submod] of Object.entries(submods)) {
    const own = ofAgent.get(agent);
    if (own === undefined || own !== submod['ear.status']) {
      return refuse('inconsistent', 'the entry of an agent differs from the entry of its member');
    }
    if (isBetterTier(submod['ear.status'], statusOfVector(submod['ear.trustworthiness-vector']))) {
      return refuse('status_too_good', 'a status is better than its trust vector allows');
    }
  }
  const isWhole = members.every(
    ({ agent_id: agent, status: own }) => agent === null || isGap(own) || Object.hasOwn(submods, agent),
  );
  return isWhole ? undefined : refuse('inconsistent', 'it has no entry for an agent that is a member');
}

async function findRootProblem(
  { members, merkle_root: root }: CompositeClaims,
  crypto: ProofCrypto,
): Promise<Refusal | undefined> {
  const leaves = members.flatMap(({ digest }) => (digest === null ? [] : [fromHex(digest)]));
  const computed = toHex(await merkleRoot(leaves, crypto));
  return computed === root
    ? undefined
    : refuse('inconsistent', "the root differs from the one of its members' passports");
}

/** The schema has checked the digits. */
function fromHex(digits: string): Uint8Array {
  return Uint8Array.from(digits.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
}
