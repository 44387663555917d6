/** Decides on a windowed answer as a whole once its relay has ended, and gives the frames that end the stream. */
import type { StreamRecord } from '../../contract/evidence.ts';
import type { WindowReleaser } from '../proxy/api.ts';
import { settlePhase } from './judge.ts';
import { denialInfo, type FlowDeps, failureInfo, type OpenFlow } from './proxy-flow.ts';
import { plainSubject } from './subject.ts';
import type { WindowOutcome } from './window-judge.ts';
import { type Relayed, toFate } from './window-relay.ts';

/**
 * The Evidence's response phase is the judgement of a denied window, else the judgement of everything that was sent. In
 * observe mode a denial that was not enforced precedes it.
 */
export async function settleRelayed(
  deps: FlowDeps,
  flow: OpenFlow,
  relayed: Relayed,
  releaser: WindowReleaser,
): Promise<{ end: StreamRecord['end']; frames: readonly string[] }> {
  const { exchange } = flow;
  const { end, log, held } = relayed;
  exchange.uninspected.push(...relayed.uninspected);
  if (end.kind === 'denied') {
    adopt(flow, end.window);
    return { end: 'denied', frames: releaser.deny(denialInfo(exchange)) };
  }
  if (relayed.wouldDeny !== undefined) adopt(flow, relayed.wouldDeny);
  const passed = await settleWhole(deps, flow, relayed);
  if (held !== undefined) log.add(toFate(held.outcome, passed && end.kind === 'complete'));
  if (end.kind === 'client_gone') return { end: end.kind, frames: [] };
  if (!passed) return { end: 'denied', frames: releaser.deny(denialInfo(exchange)) };
  if (end.kind === 'complete') return { end: end.kind, frames: end.lastFrames };
  return { end: end.kind, frames: releaser.deny(failureInfo(exchange, end.error)) };
}

/** Judges the texts of the windows together: as they came, and after a redaction as they were sent. */
async function settleWhole(deps: FlowDeps, flow: OpenFlow, { end, texts }: Relayed): Promise<boolean> {
  // Nothing of the answer was sent, so no judgement of it is recorded.
  if (end.kind !== 'complete' && texts.isEmpty()) return true;
  const { asked, call, exchange, state } = flow;
  const subjectOf = (text: string) => plainSubject(text, asked, call.identity.sessionId);
  const { passed } = await settlePhase(deps.judge, state, exchange, {
    ...subjectOf(texts.original()),
    redact: (spans) => ({ ok: true, body: texts.sent(), replacements: spans.length }),
    dataOf: () => subjectOf(texts.sent()).data,
  });
  return passed;
}

function adopt({ exchange }: OpenFlow, window: WindowOutcome): void {
  exchange.judged.push(...window.judged);
  if (window.overruled !== undefined) exchange.overruled = window.overruled;
}
