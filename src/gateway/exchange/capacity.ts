/**
 * Recognises denials without a policy's intent: every missing claim is missing because an auditor, or our own queue
 * before it, was overloaded. The exchange is still refused (fail closed), with the advice to retry.
 */
import { AppError } from '../../platform/errors.ts';
import { decidingPhase, type Exchange } from './exchange.ts';

/** First reason of such a denial, in the Evidence too. */
export const capacityReason = 'capacity:overloaded';
export const capacityRetryS = 2;
export const capacityMessage =
  'Too many requests are being checked at once, so this one was not checked. Nothing was decided about it: send it again.';

/** `missing:<claim>:<auditor>`; the name of an auditor holds no colon. */
const missing = /^missing:.*:([^:]+)$/;

/** True for a denial whose only reason is missing capacity. */
export function isCapacityDenial(exchange: Exchange): boolean {
  if (exchange.overruled !== undefined) return exchange.overruled === capacityReason;
  const deciding = decidingPhase(exchange);
  if (deciding === undefined || deciding.decision.decision === 'allow') return false;
  const { reasons } = deciding.decision;
  const overloaded = new Set(
    deciding.results.filter(({ error }) => error?.code === 'OVERLOADED').map(({ plan }) => plan.member.item.name),
  );
  return reasons.length > 0 && overloaded.size > 0 && reasons.every((reason) => overloaded.has(missingAt(reason)));
}

/** Marks such a denial as one of the gateway itself, before it is recorded. True where it is one. */
export function markCapacity(exchange: Exchange): boolean {
  if (!isCapacityDenial(exchange)) return false;
  exchange.overruled = capacityReason;
  return true;
}

/** The same as an error, for answers without a form of their own for it. */
export function overloaded({ evidenceId }: Pick<Exchange, 'evidenceId'>): AppError {
  return new AppError('overloaded', 'the auditors have no capacity', {
    detail: capacityMessage,
    retryAfterS: capacityRetryS,
    extensions: { evidence_id: evidenceId, reasons: [capacityReason] },
  });
}

function missingAt(reason: string): string {
  return missing.exec(reason)?.[1] ?? '';
}
