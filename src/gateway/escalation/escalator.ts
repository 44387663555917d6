/**
 * Asks the verifier whether people allow an exchange that policies escalate. Only an approval of exactly this exchange,
 * given now and signed by a trusted key, lifts the denial.
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
  /** The trusted bundle keys. */
  readonly keys: () => readonly BundleKey[];
  readonly gatewayId: string;
  readonly orgId: string;
  /** Characters of the input that an approver sees; 0 none. */
  readonly previewChars: number;
  readonly clock: Clock;
  readonly log: Logger;
  /** Waits; ends early when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** Never rejects for a failure of the verifier. */
export type Escalator = (phase: EscalatedPhase) => Promise<Asked>;

/** A client waits for it. */
const answerWithinMs = 5_000;
/** Most policies in one approval: nobody can judge more at once. */
const maxPolicies = 50;

export function createEscalator(options: EscalatorOptions): Escalator {
  const { verifier, keys, gatewayId, orgId, previewChars, clock, log } = options;
  return async (phase) => {
    const { exchange, escalation } = phase;
    const told = { evidence_id: exchange.evidenceId, agent_id: exchange.identity.agentId };
    // Nobody is asked if the answer could not be verified.
    if (verifier === undefined || keys().length === 0 || escalation.policies.length > maxPolicies) {
      log.warn(told, 'approval is needed, and there is no verifier whose answer could be checked');
      return unverifiable('none');
    }
    let answer: EscalationAnswer;
    let bindingHash: string;
    try {
      const request = toEscalationRequest(phase, previewChars);
      bindingHash = bindingHashOf(request.binding);
      answer = await inTime(verifier.escalate(gatewayId, request), options);
    } catch (error) {
      log.warn({ ...told, err: error }, 'approval is needed, and the verifier could not be reached');
      return isAppError(error) && error.status < 500 ? unverifiable('none', error.publicText) : unverifiable('retry');
    }
    if (answer.status !== 'approved') return notApproved(answer);
    const reading = readGrant(answer.grant ?? '', {
      keys: keys(),
      orgId,
      gatewayId,
      bindingHash,
      nowMs: clock.now(),
      evidenceId: exchange.evidenceId,
      approvalId: answer.approval_id,
    });
    if (!reading.ok) {
      log.error({ ...told, problem: reading.detail }, 'the verifier answered approved, but its grant is invalid');
      return { ...unverifiable('none'), id: toId(answer.approval_id) };
    }
    const { grant } = reading;
    return {
      status: 'approved',
      id: grant.approval_id,
      expiresAt: grant.approved_until,
      url: toPageUrl(answer.url),
      // Reported only where the policies deny in spite of the approval.
      reason: 'policy_denied',
      nextAction: 'none',
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

/** Bounds the wait, whatever the transport does. A later answer is lost, with the approval that it used up. */
async function inTime<Answer>(answer: Promise<Answer>, { sleep }: Pick<EscalatorOptions, 'sleep'>): Promise<Answer> {
  const answered = new AbortController();
  const late = sleep(answerWithinMs, answered.signal).then((): never => {
    throw new AppError('verifier_unavailable', `the verifier did not answer within ${answerWithinMs} ms`);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    late.catch(() => {});
    answered.abort();
  }
}
