/**
 * Streamed calls. `buffer`: nothing unjudged reaches the client; the answer is held until it is decided. `pass`
 * (observe mode only): events are relayed immediately and judged afterwards; the Evidence records it.
 */
import { sha256Hex } from '@assay/sdk/crypto';
import { AppError } from '../../platform/errors.ts';
import { parseMediaType } from '../../platform/http/media-type.ts';
import type { KeptBody } from '../escalation/kept-answers.ts';
import type { AggregatedStream, ProxyStream, SseDecoder, SseEvent } from '../proxy/api.ts';
import { readAll } from '../upstream/read-all.ts';
import type { UpstreamAnswer } from '../upstream/upstream.ts';
import { toAnswerFacts } from './answer-facts.ts';
import { dropKept, findKept, responseApproverQueue, takeKept } from './approver-queues.ts';
import { createHold, type EventSink, type Hold, type HoldOptions } from './hold.ts';
import { settlePhase } from './judge.ts';
import {
  assayHeaders,
  denialInfo,
  type FlowAnswer,
  type FlowDeps,
  fail,
  failureInfo,
  type OpenFlow,
  openFlow,
  type ProxyCall,
  recordFlow,
  refuseCall,
  sendUpstream,
  settleAnswer,
  settleRequest,
} from './proxy-flow.ts';
import { queueSteps, responseSubject } from './subject.ts';

export const eventStreamHeaders = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' };

export interface StreamDeps extends FlowDeps {
  readonly hold: HoldOptions;
}

/** `undefined`: the sink was opened and has ended; else the answer is still to be sent as a whole. */
export type StreamAnswer = FlowAnswer | undefined;

export async function runBuffered(
  deps: StreamDeps,
  call: ProxyCall,
  stream: ProxyStream,
  sink: EventSink,
): Promise<StreamAnswer> {
  const flow = openFlow(deps, call);
  flow.exchange.streamMode = 'buffer';
  flow.kept = findKept(deps.approvals, flow);
  const request = await settleRequest(deps, flow);
  if (!request.passed) return refuseCall(deps, flow);
  const hold = createHold(sink, deps.hold, {
    ...eventStreamHeaders,
    'x-assay-trace-id': flow.exchange.identity.traceId,
  });
  try {
    const kept = takeKept(flow);
    if (kept !== undefined) return await settleKept(deps, flow, hold, stream, kept);
    const answer = await sendUpstream(deps, flow, request.text);
    if (!isEventStream(answer)) return await answerUnstreamed(deps, flow, hold, stream, answer);
    const aggregated = await readStream(deps, stream, answer);
    return await settleStream(deps, flow, hold, stream, aggregated);
  } catch (error) {
    if (!hold.stop()) return fail(deps, flow, error);
    return ended(sink, async () => closeWith(deps, flow, sink, stream.denial(failureInfo(flow.exchange, error))));
  } finally {
    hold.stop();
  }
}

/** The response phase of a stream that was read whole. */
async function settleStream(
  deps: StreamDeps,
  flow: OpenFlow,
  hold: Hold,
  stream: ProxyStream,
  { size, ...aggregated }: ReadStream,
): Promise<StreamAnswer> {
  const { call, exchange, state } = flow;
  exchange.answered = toAnswerFacts(200, aggregated.body, aggregated.response.finish);
  exchange.uninspected.push(...aggregated.response.uninspected);
  const inspected = { request: flow.asked, response: aggregated.response };
  const whole = responseSubject(call.api, aggregated.body, inspected, call.identity.sessionId);
  const subject = queueSteps(whole, deps.stepQueue, size);
  const approverQueue = responseApproverQueue(deps.approvals, flow, {
    release: (redacted) => stream.encode(redacted ?? aggregated.body).join(''),
    keep: () => ({ kind: 'stream', body: Buffer.from(JSON.stringify(aggregated.body), 'utf8') }),
  });
  const outcome = await settlePhase(deps.judge, state, exchange, subject, approverQueue);
  dropKept(deps.approvals, flow);
  if (!outcome.passed) {
    if (!hold.stop()) return refuseCall(deps, flow);
    return closeWith(deps, flow, hold.sink, stream.denial(denialInfo(exchange)));
  }
  const frames = await deps.stepQueue.take(size, () => stream.encode(outcome.body ?? aggregated.body));
  const text = frames.join('');
  if (outcome.body !== undefined) exchange.redactedResponseHash = sha256Hex(text);
  if (hold.stop()) return closeWith(deps, flow, hold.sink, frames);
  exchange.responseHash = sha256Hex(text);
  await recordFlow(deps, flow);
  return { status: 200, headers: { ...eventStreamHeaders, ...assayHeaders(exchange) }, body: text };
}

/** The response phase of an answer that waited for people. */
async function settleKept(
  deps: StreamDeps,
  flow: OpenFlow,
  hold: Hold,
  stream: ProxyStream,
  kept: KeptBody,
): Promise<StreamAnswer> {
  if (kept.kind === 'whole') {
    hold.stop();
    return settleAnswer(deps, flow, kept);
  }
  const size = kept.body.byteLength;
  const body: unknown = await deps.stepQueue.take(size, () => JSON.parse(Buffer.from(kept.body).toString('utf8')));
  const parsed = await deps.stepQueue.take(size, () => flow.call.api.parseResponse(body));
  if (!parsed.ok) throw new Error('a kept stream was read completely before');
  return settleStream(deps, flow, hold, stream, { body, response: parsed.response, size });
}

/** Handles an error of the model server, or an answer that is not streamed although it was requested. */
async function answerUnstreamed(
  deps: StreamDeps,
  flow: OpenFlow,
  hold: Hold,
  stream: ProxyStream,
  answer: UpstreamAnswer,
): Promise<StreamAnswer> {
  const bytes = await readAll(answer.body, deps.maxAnswerBytes);
  if (!hold.stop()) return settleAnswer(deps, flow, { ...answer, bytes });
  const error = new AppError(
    'upstream_unavailable',
    `the model server answered ${answer.status} after the stream was opened`,
  );
  return closeWith(deps, flow, hold.sink, stream.denial(failureInfo(flow.exchange, error)));
}

/** Ends an opened stream: first the record, then the frames, then the closing comment with decision and evidence id. */
async function closeWith(
  deps: FlowDeps,
  flow: OpenFlow,
  sink: EventSink,
  frames: readonly string[],
): Promise<undefined> {
  const text = frames.join('');
  flow.exchange.responseHash = sha256Hex(text);
  return ended(sink, async () => {
    await recordFlow(deps, flow);
    await sink.write(text);
    await sink.write(closingComment(assayHeaders(flow.exchange)));
    return undefined;
  });
}

/** Ends an opened stream in every case, so that no client waits for a stream without a writer. */
async function ended<Result>(sink: EventSink, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } finally {
    sink.end();
  }
}

/** A streamed call in `pass` mode: a first Evidence before the first byte; the final one names it. */
export async function runPassed(
  deps: StreamDeps,
  call: ProxyCall,
  stream: ProxyStream,
  sink: EventSink,
): Promise<StreamAnswer> {
  const flow = openFlow(deps, call);
  flow.exchange.streamMode = 'pass';
  const request = await settleRequest(deps, flow);
  if (!request.passed) return refuseCall(deps, flow);
  let answer: UpstreamAnswer;
  try {
    answer = await sendUpstream(deps, flow, request.text);
    if (!isEventStream(answer)) {
      const bytes = await readAll(answer.body, deps.maxAnswerBytes);
      return await settleAnswer(deps, flow, { ...answer, bytes });
    }
  } catch (error) {
    return fail(deps, flow, error);
  }
  await recordFlow(deps, flow);
  sink.open(200, { ...eventStreamHeaders, ...assayHeaders(flow.exchange) });
  return ended(sink, async () => {
    const relayed = await relay(stream, answer, sink, deps.maxAnswerBytes);
    const last = await settleRelayed(deps, flow, stream, relayed);
    await sink.write(closingComment(assayHeaders(last.exchange)));
    return undefined;
  });
}

interface Relayed {
  readonly events: readonly SseEvent[];
  /** The frames that were sent. */
  readonly text: string;
  /** The reason why the stream cannot be judged as a whole. */
  readonly problem: string | undefined;
}

/**
 * Relays the events. An event that clients could read differently ends the stream, because its Evidence would describe
 * another answer.
 */
async function relay(stream: ProxyStream, answer: UpstreamAnswer, sink: EventSink, maxBytes: number): Promise<Relayed> {
  const decoder = openDecoder(stream, answer, maxBytes);
  const events: SseEvent[] = [];
  const sent: string[] = [];
  const take = async (decoded: ReturnType<typeof decoder.finish>): Promise<void> => {
    if (!decoded.ok) throw brokenStream(decoded.reason);
    for (const event of decoded.events) {
      const frame = stream.encodeEvent(event);
      if (frame === undefined) throw brokenStream('an event is ambiguous');
      events.push(event);
      sent.push(frame);
      await sink.write(frame);
    }
  };
  let problem: string | undefined;
  try {
    for await (const chunk of answer.body) await take(decoder.push(chunk));
    await take(decoder.finish());
  } catch (error) {
    // The relayed part is recorded; the client sees the stream end without its terminator.
    problem = error instanceof Error ? error.message : 'the stream ended early';
  }
  return { events, text: sent.join(''), problem };
}

async function settleRelayed(
  deps: StreamDeps,
  flow: OpenFlow,
  stream: ProxyStream,
  relayed: Relayed,
): Promise<OpenFlow> {
  const { call, state } = flow;
  const previousEvidenceId = flow.exchange.evidenceId;
  const exchange = { ...flow.exchange, evidenceId: deps.createEvidenceId(), previousEvidenceId };
  exchange.responseHash = sha256Hex(relayed.text);
  const last: OpenFlow = { ...flow, exchange };
  call.watched.last = exchange;
  const size = relayed.text.length;
  const aggregated =
    relayed.problem === undefined ? await deps.stepQueue.take(size, () => stream.aggregate(relayed.events)) : undefined;
  if (aggregated?.ok === true) {
    exchange.answered = toAnswerFacts(200, aggregated.stream.body, aggregated.stream.response.finish);
    exchange.uninspected.push(...aggregated.stream.response.uninspected);
    const inspected = { request: flow.asked, response: aggregated.stream.response };
    const subject = responseSubject(call.api, aggregated.stream.body, inspected, call.identity.sessionId);
    await settlePhase(deps.judge, state, exchange, queueSteps(subject, deps.stepQueue, size));
  } else {
    exchange.failure = { code: 'upstream_unavailable', message: 'The stream of the model server was not complete.' };
    exchange.uninspected.push({ where: '', kind: 'stream' });
  }
  await recordFlow(deps, last);
  return last;
}

/** An aggregated stream, with the number of characters of its events. */
type ReadStream = AggregatedStream & { readonly size: number };

async function readStream(
  { stepQueue, maxAnswerBytes }: StreamDeps,
  stream: ProxyStream,
  answer: UpstreamAnswer,
): Promise<ReadStream> {
  const decoder = openDecoder(stream, answer, maxAnswerBytes);
  const events: SseEvent[] = [];
  const take = (decoded: ReturnType<typeof decoder.finish>): void => {
    if (!decoded.ok) throw brokenStream(decoded.reason);
    events.push(...decoded.events);
  };
  for await (const chunk of answer.body) take(decoder.push(chunk));
  take(decoder.finish());
  const size = sizeOf(events);
  const aggregated = await stepQueue.take(size, () => stream.aggregate(events));
  if (!aggregated.ok) throw brokenStream(aggregated.reason);
  return { ...aggregated.stream, size };
}

function sizeOf(events: readonly SseEvent[]): number {
  return events.reduce((sum, { data }) => sum + data.length, 0);
}

function brokenStream(reason: string): AppError {
  return new AppError('upstream_unavailable', `the model server's stream is broken: ${reason}`, {
    detail: "The model server's stream was incomplete or malformed; nothing of it was passed on.",
  });
}

/** True for an event stream of a model server. */
export function isEventStream({ status, headers }: UpstreamAnswer): boolean {
  return status === 200 && parseMediaType(headers['content-type']).essence === 'text/event-stream';
}

export function openDecoder(stream: ProxyStream, { headers }: UpstreamAnswer, maxTotalBytes: number): SseDecoder {
  return stream.createDecoder({ maxTotalBytes, contentType: headers['content-type'] });
}

/** The closing comment names the evidence id of an opened stream; clients ignore SSE comments. */
export function closingComment(headers: Record<string, string>): string {
  return `: assay ${JSON.stringify(headers)}\n\n`;
}
