/** The claim (contract 2.5): a typed, unsigned observation, and the check of every claim on both sides of the wire. */
import { Type } from 'typebox';
import { bounds, findBoundViolation, isWellFormedText } from './bounds.ts';
import { type ClaimType, claimTypeNames, claimTypes } from './claim-types.ts';
import { normalizeFramework } from './compliance.ts';
import { isRecord } from './record.ts';

export const ClaimTypeSchema = Type.Enum(claimTypeNames);

export const ClaimSchema = Type.Object(
  {
    name: Type.String({ description: 'Flat descriptive name, e.g. injection_risk' }),
    type: ClaimTypeSchema,
    value: Type.Unknown({ description: 'Must match the declared type' }),
    timestamp: Type.Optional(Type.String({ format: 'date-time', description: 'ISO 8601; generated when omitted' })),
    confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
    metadata: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    provenance: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), { description: 'Effective settings; JSON primitives' }),
    ),
    detail: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
    nonce: Type.Optional(Type.String({ description: 'base64url without padding, 16 to 64 bytes decoded' })),
    compliance_framework: Type.Optional(Type.String()),
    control_id: Type.Optional(Type.String()),
  },
  { $id: 'Claim' },
);

/** A claim on the wire and in the Evidence. */
export interface Claim {
  name: string;
  type: ClaimType;
  value: unknown;
  timestamp?: string;
  confidence?: number;
  metadata?: Record<string, unknown>;
  provenance?: Record<string, unknown>;
  detail?: Record<string, unknown>;
  nonce?: string;
  compliance_framework?: string;
  control_id?: string;
}

const claimName = /^[a-z][a-z0-9_]{0,63}$/;
/** A UUID may begin with a digit. */
const instanceName = /^[A-Za-z0-9][A-Za-z0-9_.-]{0,127}$/;
const members = new Set(Object.keys(ClaimSchema.properties));
const unknownLimits = { bytes: bounds.metadataBytes, depth: bounds.metadataDepth };
const valueLimits = { bytes: bounds.valueBytes, depth: bounds.valueDepth };
const boundedMembers = [
  { member: 'metadata', limits: { bytes: bounds.metadataBytes, depth: bounds.metadataDepth } },
  { member: 'detail', limits: { bytes: bounds.detailBytes, depth: bounds.detailDepth } },
  { member: 'provenance', limits: { bytes: bounds.provenanceBytes, depth: 1 } },
] as const;
const isoTime =
  /^(\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/** True for a name that a vocabulary may declare. */
export const isClaimName = (name: string): boolean => claimName.test(name);
/** True for a name that a claim may carry: a declared one, or an `instance_id` with an optional `.claim`. */
export const isClaimOrInstanceName = (name: string): boolean => instanceName.test(name);

/**
 * True for canonical base64url without padding that decodes to 16..64 bytes (one spelling for one nonce, RFC 4648
 * section 3.5).
 */
export function isNonce(text: string): boolean {
  if (!/^(?:[A-Za-z0-9_-]{4})*(?:[A-Za-z0-9_-][AQgw]|[A-Za-z0-9_-]{2}[AEIMQUYcgkosw048])?$/.test(text)) return false;
  const bytes = Math.floor((text.length * 3) / 4);
  return bytes >= bounds.nonceMinBytes && bytes <= bounds.nonceMaxBytes;
}

/**
 * Finds the first rule of the contract that a foreign value breaks as a claim.
 *
 * @returns `undefined` for a valid claim, otherwise a sentence with the rule that never quotes a value
 */
export function findClaimProblem(candidate: unknown): string | undefined {
  if (!isRecord(candidate)) return 'a claim must be an object';
  const { name, type } = candidate;
  if (typeof name !== 'string' || !isClaimOrInstanceName(name))
    return 'the name of a claim does not have the allowed form';
  if (typeof type !== 'string' || !Object.hasOwn(claimTypes, type)) return `claim ${name} has an unknown type`;
  const unknownProblem = findUnknownProblem(name, candidate);
  if (unknownProblem !== undefined) return unknownProblem;
  const row = claimTypes[type as ClaimType];
  const valueProblem = findBoundViolation(candidate['value'], valueLimits);
  if (valueProblem !== undefined) return `the value of claim ${name} ${valueProblem}`;
  if (!row.accepts(candidate['value'])) return `the value of claim ${name} must be ${row.expects}`;
  return findMemberProblem(name, candidate);
}

/** Checks a foreign value and returns it as a claim. @throws TypeError with the rule that it breaks */
export function parseClaim(candidate: unknown): Claim {
  const problem = findClaimProblem(candidate);
  if (problem !== undefined) throw new TypeError(problem);
  return candidate as Claim;
}

/** Unknown members are kept: a newer auditor may say more. Together they have the bounds of metadata. */
function findUnknownProblem(name: string, claim: Record<string, unknown>): string | undefined {
  let unknown: Record<string, unknown> | undefined;
  for (const key of Object.keys(claim)) {
    if (members.has(key)) continue;
    // Rule 3. A signature that nobody checks would pass for a checked one in the Evidence.
    if (key === 'signature') return `claim ${name} carries a signature, and only the gateway signs`;
    // A reader that assigns this name loses the member, so that two readers would hash two claims.
    if (key === '__proto__') return `claim ${name} has a member named __proto__`;
    unknown ??= {};
    unknown[key] = claim[key];
  }
  if (unknown === undefined) return undefined;
  const problem = findBoundViolation(unknown, unknownLimits);
  return problem === undefined ? undefined : `a member of claim ${name} outside the contract ${problem}`;
}

function findMemberProblem(name: string, claim: Record<string, unknown>): string | undefined {
  const { confidence, timestamp, nonce, compliance_framework: framework, control_id: control } = claim;
  if (confidence !== undefined && !claimTypes.score_normalized.accepts(confidence)) {
    return `the confidence of claim ${name} must be a number from 0.0 to 1.0`;
  }
  if (timestamp !== undefined && !(typeof timestamp === 'string' && isTime(timestamp))) {
    return `the timestamp of claim ${name} must be an ISO 8601 date and time`;
  }
  if (nonce !== undefined && !(typeof nonce === 'string' && isNonce(nonce))) {
    return `the nonce of claim ${name} must be base64url without padding, 16 to 64 bytes decoded`;
  }
  if (framework !== undefined && !(typeof framework === 'string' && normalizeFramework(framework) === framework)) {
    return `the compliance_framework of claim ${name} is not in the enumeration`;
  }
  if (control !== undefined && !(typeof control === 'string' && control.length <= 256 && isWellFormedText(control))) {
    return `the control_id of claim ${name} must be a string of at most 256 characters`;
  }
  for (const { member, limits } of boundedMembers) {
    const part = claim[member];
    if (part === undefined) continue;
    if (!isRecord(part)) return `the ${member} of claim ${name} must be an object`;
    const problem = findBoundViolation(part, limits);
    if (problem !== undefined) return `the ${member} of claim ${name} ${problem}`;
  }
  return undefined;
}

/** Cache: the claims of one answer carry the same time. */
let lastTime = '';

function isTime(text: string): boolean {
  if (text === lastTime) return true;
  if (!isCalendarTime(text)) return false;
  lastTime = text;
  return true;
}

function isCalendarTime(text: string): boolean {
  const [, year, month, day] = isoTime.exec(text) ?? [];
  if (year === undefined) return false;
  // Date turns 31 February into a day of March, so the day is compared after the round trip.
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}
