/**
 * Reads a foreign answer to `/claims` (contract 2.4): the outer shape, and the one form of each claim; the gateway
 * checks each claim.
 */
import { type ClaimsResponse, isRecord, normalizeClaim, toErrorResponse } from '@assay/sdk/contract';

/** An auditor observes; an answer with one of these members tries to decide (contract 7.2). */
const decisionMembers = ['decision', 'verdict', 'action', 'blocked', 'allow', 'deny'];

/**
 * Never throws: a malformed answer counts as a failure of the auditor, reported in-band.
 *
 * @param now ISO 8601, the timestamp of claims without one
 */
export function parseClaimsAnswer(answer: unknown, now: string): ClaimsResponse {
  if (!isRecord(answer)) return broken('is not a JSON object');
  const decision = decisionMembers.find((member) => Object.hasOwn(answer, member));
  if (decision !== undefined) return broken(`contains ${decision}: an auditor makes no decision`);
  if (answer['status'] === 'error') return parseFailure(answer['error']);
  if (answer['status'] !== 'success') return broken('has a status other than success or error');
  const claims = answer['claims'];
  if (!Array.isArray(claims)) return broken('has no list of claims');
  for (const [index, claim] of claims.entries()) claims[index] = normalizeClaim(claim, now);
  // The items are checked one by one before they are used: see gateway/collect/collect.ts.
  return { status: 'success', claims };
}

function parseFailure(error: unknown): ClaimsResponse {
  if (!isRecord(error)) return broken('has status error without an error object');
  const { code, message, retryable } = error;
  if (typeof code !== 'string' || typeof message !== 'string') return broken('has an error without code and message');
  return {
    status: 'error',
    claims: [],
    error: { code: code.slice(0, 64), message: message.slice(0, 500), retryable: retryable === true },
  };
}

function broken(what: string): ClaimsResponse {
  const failure = toErrorResponse('INTERNAL_ERROR', `the auditor's answer ${what}`);
  // A malformed answer would be malformed again, so there is no second try.
  return failure.status === 'error' ? { ...failure, error: { ...failure.error, retryable: false } } : failure;
}
