/**
 * A method of an A2A agent whose answer comes in events. Each complete event goes to the caller's judge before the next is
 * read. The event that ends the answer does not: it is judged as a part of the whole. A denial cancels the task.
 */
import { agentTools } from '../../platform/tools/agent-definitions.ts';
import type { AgentInterface } from '../../platform/tools/agent-interface.ts';
import { createFold } from '../a2a/fold.ts';
import { methodWords, readSaid, type Said, stageOf, textsOfSaid, writeSaid } from '../a2a/wire.ts';
import type { AnswerPart, JsonObject } from '../ports.ts';
import { type A2aTarget, toErrorResult, toParams, toPost, toToolResult } from './a2a-request.ts';
import type { Ask, Reply } from './conversation.ts';
import { toRequest } from './json-rpc.ts';
import { notTaken } from './outcome.ts';
import { post } from './post-message.ts';
import { postStream } from './post-stream.ts';

export interface Streamed {
  readonly tool: string;
  readonly method: string;
  readonly args: unknown;
  readonly onPart: (part: AnswerPart) => Promise<boolean>;
}

const cancelTimeoutMs = 5_000;

export async function streamMethod(
  target: A2aTarget,
  spoken: AgentInterface,
  ask: Ask,
  { tool, method, args, onPart }: Streamed,
): Promise<Reply> {
  const { version } = spoken;
  const fold = createFold(version);
  let held: Said | undefined;
  let isDenied = false;

  const show = async (said: Said): Promise<boolean> =>
    onPart({ texts: textsOfSaid(said), event: writeSaid(version, said) });

  const onResult = async (result: JsonObject) => {
    const said = readSaid(version, result);
    const complete = said === undefined ? 'invalid' : fold.add(said);
    if (complete === 'invalid') return 'invalid';
    if (complete === undefined) return 'go-on';
    // More came after the event that was kept as the last one.
    const before = held;
    held = undefined;
    if (before !== undefined && !(await show(before))) isDenied = true;
    const stage = stageOf(complete);
    if (stage !== 'under-way') held = complete;
    else if (!isDenied && !(await show(complete))) isDenied = true;
    return isDenied || stage === 'last' ? 'stop' : 'go-on';
  };

  const id = 1;
  const request = toPost(spoken, ask, toRequest(id, method, toParams(spoken, args)));
  const reply = await postStream(target.open, { ...request, url: target.url, id, onResult });
  if (reply.kind !== 'ended') return reply.kind === 'result' ? reply : toErrorResult(reply);
  const whole = fold.whole();
  if (whole === undefined) return notTaken('mcp_invalid', 'the agent ended without an answer');
  if (isDenied && stageOf(whole) !== 'last') await cancelTask(target, spoken, ask, whole);
  const isBareTask = tool !== agentTools.send;
  return toToolResult(version, writeSaid(version, whole, isBareTask), isBareTask);
}

/** Asks once. The call is denied whether the agent takes it or not. */
export async function cancelTask(target: A2aTarget, spoken: AgentInterface, ask: Ask, { body }: Said): Promise<void> {
  const { id: taskId } = body;
  const method = methodWords[spoken.version].one[agentTools.cancel];
  if (typeof taskId !== 'string' || method === undefined) return;
  const id = 2;
  const request = toPost(spoken, ask, toRequest(id, method, toParams(spoken, { id: taskId })));
  const signal = AbortSignal.timeout(cancelTimeoutMs);
  const bounds = { url: target.url, id, signal, timeoutMs: cancelTimeoutMs, onMessage: () => true };
  await post(target.open, { ...request, ...bounds });
}
