/**
 * Checks the verifier's statement that an approval was used for this exchange: a compact JWS of the right type, signed
 * by a trusted bundle key, fresh, and for this gateway, this Evidence and exactly this binding. Pure.
 */
import { fromBase64Url, verifyEs256 } from '@assay/sdk/crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { BundleKey } from '../../contract/control/config-bundle.ts';
import { type ApprovalGrant, ApprovalGrantSchema, approvalGrantType } from '../../contract/escalation.ts';
import { toId } from './asked.ts';

export interface ExpectedGrant {
  readonly keys: readonly BundleKey[];
  readonly orgId: string;
  readonly gatewayId: string;
  readonly evidenceId: string;
  readonly approvalId: string | null;
  readonly bindingHash: string;
  readonly nowMs: number;
}

export type GrantReading =
  | { readonly ok: true; readonly grant: ApprovalGrant }
  | { readonly ok: false; readonly detail: string };

const maxGrantChars = 16_384;
const maxLifetimeS = 60;
/** Allowed clock difference. */
const skewMs = 30_000;

const checkHeader = Compile(
  Type.Object(
    {
      alg: Type.Literal('ES256'),
      typ: Type.Literal(approvalGrantType),
      kid: Type.String({ minLength: 1, maxLength: 256 }),
    },
    // Another member could be a `crit` or another key; only these three are understood (RFC 8725 3.1).
    { additionalProperties: false },
  ),
);
const checkGrant = Compile(ApprovalGrantSchema);

/** Reads a foreign text as a grant. Never throws for its contents. */
export function readGrant(jws: string, expected: ExpectedGrant): GrantReading {
  const parts = jws.length > maxGrantChars ? [] : jws.split('.', 4);
  const [head = '', body = '', tail = ''] = parts;
  if (parts.length !== 3) return refuse('it is not a compact JWS');
  const header = parseJson(decode(head));
  const payload = parseJson(decode(body));
  const signature = decode(tail);
  if (!checkHeader.Check(header)) return refuse(`its header is not the header of a ${approvalGrantType} with ES256`);
  const key = expected.keys.find(({ kid }) => kid === header.kid);
  if (key === undefined) return refuse('an untrusted key signed it');
  const { kty, crv, x, y } = key;
  const signed = Buffer.from(jws.slice(0, head.length + 1 + body.length), 'latin1');
  if (signature === undefined || !verifyEs256({ kty, crv, x, y }, signed, signature)) {
    return refuse('its signature is invalid');
  }
  if (!checkGrant.Check(payload)) return refuse('a member is missing or malformed');
  const problem = findProblem(payload, expected);
  return problem === undefined ? { ok: true, grant: payload } : refuse(problem);
}

function findProblem(grant: ApprovalGrant, expected: ExpectedGrant): string | undefined {
  const { nowMs } = expected;
  const untilMs = Date.parse(grant.approved_until);
  if (grant.org_id !== expected.orgId) return 'it belongs to another organisation';
  if (grant.gateway_id !== expected.gatewayId) return 'it was issued to another gateway';
  if (grant.evidence_id !== expected.evidenceId) return 'it was issued for another exchange';
  if (grant.approval_id !== toId(expected.approvalId)) return 'it belongs to another approval than its answer';
  if (grant.binding_hash !== expected.bindingHash) return 'it was issued for another subject';
  if (grant.exp - grant.iat > maxLifetimeS) return `it is valid for more than ${maxLifetimeS} s`;
  if (nowMs >= grant.exp * 1000 + skewMs) return 'it has expired';
  if (nowMs < grant.iat * 1000 - skewMs) return 'it is from the future';
  if (!Number.isFinite(untilMs) || nowMs >= untilMs + skewMs) return 'the approval is no longer valid';
  return undefined;
}

function decode(part: string): Uint8Array | undefined {
  try {
    return fromBase64Url(part);
  } catch {
    return undefined;
  }
}

function parseJson(bytes: Uint8Array | undefined): unknown {
  if (bytes === undefined) return undefined;
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

function refuse(detail: string): GrantReading {
  return { ok: false, detail };
}
