/** Carries one phase through: judge, then refuse, redact and judge once more, or let pass. */
import type { ClaimsRequest, Phase } from '@assay/sdk/contract';
import type { RedactionResult, RedactionSpan } from '../proxy/api.ts';
import type { ActiveState } from '../state/active-state.ts';
import { type Exchange, enforcedWord } from './exchange.ts';
import type { Judge } from './judge.ts';
import { gatherSpans } from './spans.ts';

/** What stands to be judged in a phase, and how it is changed. */
export interface PhaseSubject {
  readonly phase: Phase;
  readonly data: ClaimsRequest['data'];
  readonly redact: (spans: readonly RedactionSpan[]) => RedactionResult;
  /** The data of a redacted body, to be judged once more. `undefined`: it cannot be read any longer. */
  readonly dataOf: (body: unknown) => ClaimsRequest['data'] | undefined;
}

/** `body` is there only if something was redacted. */
export type PhaseOutcome = { readonly passed: false } | { readonly passed: true; readonly body?: unknown };

/** Reasons with which the gateway overrules an allow that it cannot carry out. */
export const overruling = {
  noSpans: 'redaction:no_usable_spans',
  notApplied: 'redaction:not_applicable',
  incomplete: 'redaction:incomplete',
  agentNotActive: 'agent:not_active',
} as const;

const refused: PhaseOutcome = { passed: false };

/** Adds every judgement to the exchange. In observe mode everything passes unchanged. */
export async function settlePhase(
  judge: Judge,
  state: ActiveState,
  exchange: Exchange,
  subject: PhaseSubject,
): Promise<PhaseOutcome> {
  const judgeData = async (data: ClaimsRequest['data']) => {
    const judged = await judge(state, {
      phase: subject.phase,
      data,
      identity: exchange.identity,
      modelId: exchange.modelId,
      tool: exchange.tool,
      uninspectedKinds: exchange.uninspected.map((part) => part.kind),
    });
    exchange.judged.push(judged);
    return judged;
  };
  const overrule = (reason: string): PhaseOutcome => {
    exchange.overruled = reason;
    return refused;
  };

  const first = await judgeData(subject.data);
  if (enforcedWord(exchange) === 'deny') return refused;
  if (exchange.identity.mode === 'observe' || !first.decision.obligations.includes('redact')) return { passed: true };

  const spans = gatherSpans(first, state.originOf);
  if (spans === undefined) return overrule(overruling.noSpans);
  const redacted = subject.redact(spans);
  if (!redacted.ok) return overrule(overruling.notApplied);
  const data = subject.dataOf(redacted.body);
  if (data === undefined) return overrule(overruling.notApplied);
  const second = await judgeData(data);
  if (enforcedWord(exchange) === 'deny') return refused;
  if (second.decision.obligations.includes('redact')) return overrule(overruling.incomplete);
  return { passed: true, body: redacted.body };
}
