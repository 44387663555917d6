/**
 * Asks the verifier whether people let an exchange through that policies escalate. Whatever is not an approval of exactly
 * this, given now and signed by a key that is trusted, leaves the exchange denied.
 */

import type { VerifierClient } from '../../clients/verifier/client.ts';
import { bindingHashOf } from '../../contract/binding-hash.ts';
import type { BundleKey } from '../../contract/control/config-bundle.ts';
import type { EscalationAnswer } from '../../contract/escalation.ts';
import type { Clock } from '../../platform/clock.ts';
import { AppError, isAppError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log.ts';
import { type Asked, notApproved, toId, toPageUrl, unverifiable } from './asked.ts';
import { readGrant } from './check-grant.ts';
import { type EscalatedPhase, toEscalationRequest } from './escalation-request.ts';

export interface EscalatorOptions {
  /** Absent: there is nobody to ask. */
  readonly verifier: Pick<VerifierClient, 'escalate'> | undefined;
  /** Keys that are trusted for bundles. */
  readonly keys: () => readonly BundleKey[];
  readonly gatewayId: string;
  readonly orgId: string;
  /** How much of the input an approver is shown; 0 nothing. */
  readonly previewChars: number;
  readonly clock: Clock;
  readonly log: Logger;
  /** Waits; ends early when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Never rejects for what the verifier does. */
export type Escalator = (phase: EscalatedPhase) => Promise<Asked>;

/** A client waits for it. */
const answerWithinMs = 5_000;
/** Policies that one approval may cover; that many at once no person can judge. */
const maxPolicies = 50;

export function createEscalator(options: EscalatorOptions): Escalator {
  const { verifier, keys, gatewayId, orgId, previewChars, clock, log } = options;
  return async (phase) => {
    const { exchange, escalation } = phase;
    const told = { evidence_id: exchange.evidenceId, agent_id: exchange.identity.agentId };
    // Nobody is asked for a word that could not be checked.
    if (verifier === undefined || keys().length === 0 || escalation.policies.length > maxPolicies) {
      log.warn(told, 'an approval is needed, and there is nobody here whose word on it could be checked');
      return unverifiable('none');
    }
    let answer: EscalationAnswer;
    let bindingHash: string;
    try {
      const request = toEscalationRequest(phase, previewChars);
      bindingHash = bindingHashOf(request.binding);
      answer = await inTime(verifier.escalate(gatewayId, request), options);
    } catch (error) {
      log.warn({ ...told, err: error }, 'an approval is needed, and the verifier could not be asked');
      return isAppError(error) && error.status < 500 ? unverifiable('none', error.publicText) : unverifiable('retry');
    }
    if (answer.status !== 'approved') return notApproved(answer);
    const reading = readGrant(answer.grant ?? '', {
      ...{ keys: keys(), orgId, gatewayId, bindingHash, nowMs: clock.now() },
      ...{ evidenceId: exchange.evidenceId, approvalId: answer.approval_id },
    });
    if (!reading.ok) {
      log.error({ ...told, problem: reading.detail }, 'the verifier said approved, and its word does not hold');
      return { ...unverifiable('none'), id: toId(answer.approval_id) };
    }
    const { grant } = reading;
    return {
      ...{ status: 'approved', id: grant.approval_id, expiresAt: grant.approved_until, url: toPageUrl(answer.url) },
      // Said only where the policies deny all the same.
      ...{ reason: 'policy_denied', nextAction: 'none' },
      fact: {
        id: grant.approval_id,
        approvers: grant.approvers,
        policies: escalation.policies.map(({ id }) => id),
        risk: grant.risk,
        approvedAt: grant.approved_at,
      },
    };
  };
}

/** Whatever the transport does. What the verifier says later is lost, and with it an approval that it used up. */
async function inTime<Answer>(answer: Promise<Answer>, { sleep }: Pick<EscalatorOptions, 'sleep'>): Promise<Answer> {
  const answered = new AbortController();
  const late = sleep(answerWithinMs, answered.signal).then((): never => {
    throw new AppError('verifier_unavailable', `the verifier said nothing within ${answerWithinMs} ms`);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    late.catch(() => {});
    answered.abort();
  }
}
