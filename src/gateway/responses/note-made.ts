/** Notes the response of an exchange that was recorded, so that its caller may name it later. */

import type { Exchange } from '../exchange/exchange.ts';
import { decidedWord, enforcedWord } from '../exchange/exchange.ts';
import type { OpenFlow } from '../exchange/proxy-flow.ts';
import { isResponseId } from '../proxy/openai-responses/refused.ts';
import { callerKeyOf } from './caller-key.ts';
import type { MadeFlaw, MadeResponses } from './made-responses.ts';

/** Adds nothing for an answer that did not pass, or not whole, and drops what its id named before. */
export function noteMade(responses: MadeResponses, { call, exchange, state }: OpenFlow): void {
  const { answered, responseHash } = exchange;
  if (call.api.isKept !== true || answered?.id === undefined || responseHash === null) return;
  if (!isResponseId(answered.id)) return;
  if (!hasPassedWhole(exchange)) {
    responses.drop(callerKeyOf(call), answered.id);
    return;
  }
  const { evidenceId, modelId } = exchange;
  const flaw = flawOf(exchange) ?? call.continues?.flaw;
  const made = { evidenceId, responseHash, modelId, judgedBy: state.fingerprint(), flaw };
  responses.add(callerKeyOf(call), answered.id, made);
}

function hasPassedWhole(exchange: Exchange): boolean {
  const { failure, judged, stream, answered } = exchange;
  if (failure !== undefined || answered === undefined || answered.status < 200 || answered.status > 299) return false;
  const isJudged = judged.some(({ phase }) => phase === 'response');
  return isJudged && enforcedWord(exchange) === 'allow' && (stream === undefined || stream.end === 'complete');
}

function flawOf(exchange: Exchange): MadeFlaw | undefined {
  if (decidedWord(exchange) === 'deny') return 'denied';
  if (exchange.approvals !== undefined) return 'approved';
  // A redacted request reaches the provider redacted. A redacted answer stays there as it was.
  const isEnforced = exchange.identity.mode === 'enforce';
  const isRedacted = exchange.judged.some(
    ({ phase, decision }) => decision.obligations.includes('redact') && !(phase === 'request' && isEnforced),
  );
  return isRedacted || exchange.redactedResponseHash !== undefined ? 'redacted' : undefined;
}
