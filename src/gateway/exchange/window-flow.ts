/**
 * Streamed calls in `window` mode: a first Evidence before the first byte, then the answer sentence by sentence, each
 * sent only after its audit; the final Evidence names the first and lists what was released and what was withheld.
 */
import { toAppError } from '../../platform/http/problem.ts';
import type { ProxyStream, RefusalInfo } from '../proxy/api.ts';
import { readAll } from '../upstream/read-all.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';
import { notingFacts } from './answer-facts.ts';
import type { EventSink } from './hold.ts';
import { overruling } from './judge.ts';
import {
  assayHeaders,
  fail,
  type OpenFlow,
  openFlow,
  type ProxyCall,
  recordFlow,
  refuseCall,
  sendUpstream,
  settleAnswer,
  settleRequest,
} from './proxy-flow.ts';
import { createSentFrames } from './sent-frames.ts';
import {
  closingComment,
  eventStreamHeaders,
  isEventStream,
  openDecoder,
  type StreamAnswer,
  type StreamDeps,
} from './stream-flow.ts';
import { settleWindow, type WindowOutcome } from './window-judge.ts';
import { relayWindows } from './window-relay.ts';
import { settleRelayed } from './window-settle.ts';

export async function runWindowed(
  deps: StreamDeps,
  call: ProxyCall,
  stream: ProxyStream,
  sink: EventSink,
): Promise<StreamAnswer> {
  const stop = new AbortController();
  const flow = openFlow(deps, { ...call, signal: AbortSignal.any([call.signal, stop.signal]) });
  flow.exchange.streamMode = 'window';
  const request = await settleRequest(deps, flow);
  if (!request.passed) return refuseCall(deps, flow);
  try {
    const answer = await startAnswer(deps, flow, request.text);
    if (!('stream' in answer)) return answer;
    await recordFlow(deps, flow);
    await relayAnswer(deps, flow, answer.stream, { stream, sink, isGone: () => call.signal.aborted });
    return undefined;
  } finally {
    // In every case the model server stops generating.
    stop.abort();
  }
}

/** The model server's stream, or the answer to a call that it answered without one. */
async function startAnswer(deps: StreamDeps, flow: OpenFlow, body: string) {
  try {
    const answer = await sendUpstream(deps, flow, body);
    if (isEventStream(answer)) return { stream: answer };
    const bytes = await readAll(answer.body, deps.maxAnswerBytes);
    return await settleAnswer(deps, flow, { ...answer, bytes });
  } catch (error) {
    return fail(deps, flow, error);
  }
}

interface Client {
  readonly stream: ProxyStream;
  readonly sink: EventSink;
  readonly isGone: () => boolean;
}

/** Opens the stream, relays it and closes it: the final record first, then the last frames and the closing comment. */
async function relayAnswer(
  deps: StreamDeps,
  first: OpenFlow,
  answer: UpstreamAnswer,
  { stream, sink, isGone }: Client,
): Promise<void> {
  const flow = toFinalFlow(deps, first);
  const { exchange } = flow;
  const answered = { status: answer.status };
  exchange.answered = answered;
  first.call.watched.last = exchange;
  const releaser = stream.createWindowReleaser();
  const sent = createSentFrames(sink);
  sink.open(200, { ...eventStreamHeaders, ...assayHeaders(first.exchange) });
  const stopTimer = deps.hold.every(deps.hold.holdMs, () => void sink.write(': assay keeps this open\n\n'));
  try {
    const relayed = await relayWindows(answer.body, {
      decoder: notingFacts(openDecoder(stream, answer, deps.maxAnswerBytes), answered),
      releaser,
      judge: async (window, sentBefore) => cutIfRefused(flow, await settleWindow(deps, flow, window, sentBefore)),
      write: sent.write,
      isGone,
    });
    const { end, frames } = await settleRelayed(deps, flow, relayed, releaser);
    const sealed = sent.sealedWith(frames);
    exchange.responseHash = sealed.hash;
    exchange.stream = relayed.log.toRecord({ end, sentBytes: sealed.bytes, isCut: relayed.isCut });
    if (relayed.log.hasRedacted()) exchange.redactedResponseHash = sealed.hash;
    await recordFlow(deps, flow);
    await sent.write(frames);
    await sink.write(closingComment(assayHeaders(exchange)));
  } catch (error) {
    // Without a final record nothing more of the answer may be sent.
    await sent.write(releaser.deny(interruptionInfo(error, exchange.identity.traceId)));
    throw error;
  } finally {
    stopTimer();
    sink.end();
  }
}

/** Ends a stream, which may last for minutes, when its agent was suspended meanwhile. Observe mode blocks nothing. */
function cutIfRefused({ call, exchange }: OpenFlow, outcome: WindowOutcome): WindowOutcome {
  if (!outcome.passed || exchange.identity.mode === 'observe' || call.refusal() === undefined) return outcome;
  return { ...outcome, passed: false, overruled: overruling.agentNotActive };
}

function toFinalFlow(deps: StreamDeps, first: OpenFlow): OpenFlow {
  const { exchange } = first;
  return {
    ...first,
    exchange: {
      ...exchange,
      judged: [...exchange.judged],
      uninspected: [...exchange.uninspected],
      evidenceId: deps.createEvidenceId(),
      previousEvidenceId: exchange.evidenceId,
    },
  };
}

function interruptionInfo(error: unknown, traceId: string): RefusalInfo {
  const { status, code, publicText } = toAppError(error);
  return { status, code, message: publicText, traceId };
}
