/**
 * A message to an A2A agent that does not stream, and pushes the updates of its tasks: they come to an address of this
 * gateway, are judged as the events of a stream, and wake the caller. The task itself is read once more at the end.
 */
import { isRecord } from '@assay/sdk/contract';
import { agentTools } from '../../platform/tools/agent-definitions.ts';
import type { A2aVersion, AgentInterface } from '../../platform/tools/agent-interface.ts';
import type { OpenCallback } from '../a2a/callbacks.ts';
import { createFold } from '../a2a/fold.ts';
import { methodWords, readSaid, type Said, stageOf, taskIdOf, textsOfSaid, writeSaid } from '../a2a/wire.ts';
import type { JsonObject } from '../ports.ts';
import { type A2aTarget, toErrorResult, toParams, toPost, toToolResult, unreadable } from './a2a-request.ts';
import { cancelTask, type Streamed } from './a2a-stream.ts';
import type { Ask, Reply } from './conversation.ts';
import { toRequest } from './json-rpc.ts';
import { post } from './post-message.ts';

/** Left of the time of the call for reading the task at the end. */
const reserveMs = 10_000;

export async function pushedMethod(
  target: A2aTarget,
  spoken: AgentInterface,
  ask: Ask,
  { args, onPart, callback }: Pick<Streamed, 'args' | 'onPart'> & { readonly callback: OpenCallback },
): Promise<Reply> {
  const { version } = spoken;
  const { one } = methodWords[version];
  const startedMs = target.clock.now();
  const leftMs = () => Math.max(1, ask.timeoutMs - (target.clock.now() - startedMs));
  const call = (tool: keyof typeof agentTools, params: JsonObject): Promise<Reply> => {
    const id = 1;
    const body = toRequest(id, one[agentTools[tool]] ?? '', toParams(spoken, params));
    const request = toPost(spoken, { ...ask, timeoutMs: leftMs() }, body);
    return post(target.open, { ...request, url: target.url, id, onMessage: () => true });
  };

  const first = await call('send', withCallback(version, args, callback));
  if (first.kind !== 'result') return toErrorResult(first);
  const said = readSaid(version, first.result);
  const taskId = said === undefined ? undefined : taskIdOf(said);
  if (said === undefined || said.kind === 'message' || taskId === undefined || stageOf(said) !== 'under-way') {
    return toToolResult(version, first.result, false);
  }

  const fold = createFold(version);
  fold.add(said);
  const show = (part: Said) => onPart({ texts: textsOfSaid(part), event: writeSaid(version, part) });
  const waitMs = Math.max(1, leftMs() - Math.min(reserveMs, ask.timeoutMs / 2));
  const ending = AbortSignal.any([ask.signal, AbortSignal.timeout(waitMs)]);
  let isAllowed = await show(said);
  let isOver = false;
  let before = statusOf(said);
  while (isAllowed && !isOver) {
    const update = await callback.next(ending);
    if (update === undefined) break;
    const pushed = isRecord(update) ? readSaid(version, update) : undefined;
    // Others are about nothing that this caller waits for.
    if (pushed === undefined || taskIdOf(pushed) !== taskId) continue;
    const complete = fold.add(pushed);
    if (complete === undefined || complete === 'invalid') continue;
    isOver = stageOf(complete) !== 'under-way';
    const status = statusOf(complete);
    if (isOver || (complete.kind !== 'artifact' && status === before)) continue;
    if (complete.kind !== 'artifact') before = status;
    isAllowed = await show(complete.kind === 'task' ? toStatus(version, complete) : complete);
  }

  const whole = fold.whole() ?? said;
  if (!isAllowed) {
    await cancelTask(target, spoken, ask, whole);
    return toToolResult(version, writeSaid(version, whole), false);
  }
  const last = await call('get', { id: taskId });
  const read = last.kind === 'result' ? readSaid(version, last.result, true) : undefined;
  if (last.kind !== 'result') return toErrorResult(last);
  if (read === undefined || taskIdOf(read) !== taskId) return unreadable();
  return toToolResult(version, writeSaid(version, read), false);
}

/** The agent answers at once, and pushes to the address what follows. */
function withCallback(version: A2aVersion, args: unknown, { url, token }: OpenCallback): JsonObject {
  const given = isRecord(args) ? args : {};
  const before = isRecord(given['configuration']) ? given['configuration'] : {};
  const added =
    version === '0.3'
      ? { blocking: false, pushNotificationConfig: { url, token } }
      : { returnImmediately: true, taskPushNotificationConfig: { url, token } };
  return { ...given, configuration: { ...before, ...added } };
}

/** An agent of 0.3 pushes the whole task each time; what changed for the caller is its status. */
function toStatus(version: A2aVersion, { body: { id: taskId, contextId, status } }: Said): Said {
  const named = version === '0.3' ? { kind: 'status-update', final: false } : {};
  return { kind: 'status', body: { ...named, taskId, contextId, status } };
}

function statusOf({ body }: Said): string {
  return JSON.stringify(body['status'] ?? null);
}
