/** Documents of records: checks them beyond their schema, normalises their spelling, and names them by their hash. */
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import type { AppraisalKind } from '../../../contract/api/appraisal/kinds.ts';
import {
  type AppraisalPolicyDocument,
  AppraisalPolicyDocumentSchema,
  type KindPolicy,
} from '../../../contract/api/appraisal/policy-shapes.ts';
import {
  type ReferenceValuesDocument,
  ReferenceValuesDocumentSchema,
} from '../../../contract/api/appraisal/reference-shapes.ts';
import { AppError, type ErrorPointer } from '../../../platform/errors.ts';
import { createShape } from '../../../proof/shape.ts';
import { toKind } from './kinds.ts';

/** `sha256:<hex>` of a document in its canonical form (RFC 8785). */
export function hashDocument(document: unknown): string {
  return `sha256:${sha256Hex(canonicalize(document))}`;
}

/** Gives a policy with every kind in its stored spelling. @throws AppError `invalid_request` with pointers. */
export function normalisePolicy(policy: AppraisalPolicyDocument): AppraisalPolicyDocument {
  const kinds: Record<string, KindPolicy> = {};
  const errors: ErrorPointer[] = [];
  for (const [name, asked] of Object.entries(policy.kinds)) {
    const kind = toKind(name);
    if (kind in kinds) errors.push({ pointer: `/policy/kinds/${name}`, message: `names ${kind} twice` });
    if (kind === 'software' && Object.keys(asked).length > 0) {
      errors.push({
        pointer: `/policy/kinds/${name}`,
        message: 'takes no requirements: software attestation has no report',
      });
    }
    kinds[kind] = asked;
  }
  if (!Object.keys(kinds).some((kind) => kind !== 'nvidia')) {
    errors.push({ pointer: '/policy/kinds', message: 'nvidia needs a processor kind beside it: name at least one' });
  }
  if (policy.require_gpu === true && kinds['nvidia'] === undefined) {
    errors.push({ pointer: '/policy/require_gpu', message: 'requires a GPU, but the kinds allow none' });
  }
  if (policy.authorize_deployment === true && policy.minimum_tier === undefined) {
    errors.push({ pointer: '/policy/minimum_tier', message: 'is required when deployment is authorized' });
  }
  if (errors.length > 0) throw refuseDocument(errors);
  return { ...policy, kinds };
}

/** Gives a set of reference values with its kind in the stored spelling. @throws AppError `invalid_request` with pointers. */
export function normaliseReferenceValues(values: ReferenceValuesDocument): ReferenceValuesDocument {
  const { valid_from: from, valid_until: until } = values;
  if (from !== undefined && until !== undefined && Date.parse(from) >= Date.parse(until)) {
    throw refuseDocument([{ pointer: '/reference_values/valid_until', message: 'must be after valid_from' }]);
  }
  return { ...values, kind: toKind(values.kind) };
}

/** Lists the sets that a policy refers to, with the place of each. */
export function listReferences({
  kinds,
}: AppraisalPolicyDocument): { pointer: string; kind: AppraisalKind; id: string }[] {
  return Object.entries(kinds).flatMap(([name, asked]) =>
    (asked.reference_values ?? []).map((id, index) => ({
      pointer: `/policy/kinds/${name}/reference_values/${index}`,
      kind: toKind(name),
      id,
    })),
  );
}

/** Creates a refusal with pointers to the errors. */
export function refuseDocument(errors: readonly ErrorPointer[]): AppError {
  return new AppError('invalid_request', errors.map(({ message }) => message).join('; '), {
    detail: 'the body is invalid',
    errors,
  });
}

const parsePolicy = createShape(AppraisalPolicyDocumentSchema, 'the stored policy');
const parseSet = createShape(ReferenceValuesDocumentSchema, 'the stored reference values');

/** Parses a stored policy. @throws AppError `internal`. */
export function readPolicy(stored: unknown): AppraisalPolicyDocument {
  const shape = parsePolicy(stored);
  if (!shape.ok) throw new AppError('internal', shape.message);
  return shape.value;
}

/** Parses a stored set. @throws AppError `internal`. */
export function readReferenceValues(stored: unknown): ReferenceValuesDocument {
  const shape = parseSet(stored);
  if (!shape.ok) throw new AppError('internal', shape.message);
  return shape.value;
}
