/**
 * Node `tool`: has the arguments judged, calls the tool with the agent's credential, has the answer judged. From the moment at
 * which the call may have been sent, a step that is not repeatable never restarts by itself.
 */
import { findBoundViolation, isRecord } from '@assay/sdk/contract';
import { canonicalize, sha256Hex } from '@assay/sdk/crypto';
import type { Clock } from '../../../../platform/clock.ts';
import type { Logger } from '../../../../platform/log.ts';
import type { CallableTool, FoundTool, InstalledToolCalls } from '../../../tools/installations/tool-calls.ts';
import { readToolConfig } from '../graph/node-config.ts';
import type { StepCall, StepEnd, StepWaiting } from '../ports.ts';
import { fillTemplate, TemplateError } from '../runs/template.ts';
import { type AskGateway, approvalPollMs, toEnd } from './ask-gateway.ts';
import { judge } from './evaluate.ts';
import type { KeptResults } from './kept-results.ts';
import { agentOf, done, failed, type Step, type TakeStep, textOf, unknownEnd, waitFor } from './step.ts';
import { type PublishedCall, type PublishToolCall, type ToolCallEnd, toEventError } from './tool-events.ts';
import { readToolResult } from './tool-result.ts';

export interface ToolStepDeps {
  readonly ask: AskGateway;
  readonly clock: Clock;
  readonly log: Logger;
  readonly toolCalls: InstalledToolCalls;
  readonly tell: PublishToolCall;
  readonly kept: KeptResults;
}

type Arguments = Readonly<Record<string, unknown>>;

const argumentBounds = { bytes: 256 * 1024, depth: 48 };

/** Marks a step that waits with an answer already received; the id of its approval follows. */
const answeredMark = 'answered:';

export function createToolStep(deps: ToolStepDeps): TakeStep {
  const take: TakeStep = async (step) => {
    const who = agentOf(step);
    if ('end' in who) return who.end;
    const args = readArguments(step);
    if ('end' in args) return args.end;
    const found = await findTool(deps.toolCalls, step.call, who.agentId);
    if (!found.isFound) return failed(step, found.code, found.message);
    const one = openCall(deps, step, { ...who, tool: found.tool, args: args.value });
    if (step.call.waiting?.id?.startsWith(answeredMark) === true) return goOnAnswered(one);
    return begin(one);
  };
  return async (step) => {
    try {
      return await take(step);
    } catch (error) {
      if (step.call.signal.aborted) throw error;
      return toOwnFault(deps, step, error);
    }
  };
}

const againMs = 2_000;

/**
 * INVARIANT: an error caught here was thrown before the call was sent, such as by an unreachable database: `CallableTool.call`
 * does not throw after sending, and later errors are caught there. So nothing was done, or an answer waits as before.
 */
function toOwnFault({ log, clock }: ToolStepDeps, step: Step, error: unknown): StepEnd {
  const { waiting, stepId, runId } = step.call;
  log.warn({ err: error, run: runId, step: stepId }, 'a tool could not be called yet');
  if (waiting?.id?.startsWith(answeredMark) === true) return waitFor(step, waiting, clock.now() + againMs);
  return failed(step, 'internal', 'it could not be started: see the log of the verifier', true);
}

/** The approval that a step waits for; undefined if it waits for something else, or not at all. */
export function approvalOf(waiting: StepWaiting | undefined): string | undefined {
  const { for: what, id } = waiting ?? {};
  if (what === 'approval') return id ?? undefined;
  const isAnswered = what === 'retry' && id?.startsWith(answeredMark) === true;
  return isAnswered && id.length > answeredMark.length ? id.slice(answeredMark.length) : undefined;
}

/** True only if the tool declares it in the approved definition, or the author of the graph does. */
export async function isToolRepeatable(toolCalls: InstalledToolCalls, call: StepCall): Promise<boolean> {
  if (readToolConfig(call.node).idempotent === true) return true;
  if (call.agentId === null) return false;
  const found = await findTool(toolCalls, call, call.agentId);
  return found.isFound && found.tool.isRepeatable;
}

function findTool(toolCalls: InstalledToolCalls, { orgId, node }: StepCall, agentId: string): Promise<FoundTool> {
  const { installation_id: installationId } = readToolConfig(node);
  return toolCalls.find(orgId, { installationId, agentId, tool: node.ref?.id ?? '' });
}

function readArguments(step: Step): { readonly value: Arguments } | { readonly end: StepEnd } {
  const { node, input } = step.call;
  const { arguments: template } = readToolConfig(node);
  try {
    const value = template === undefined ? input : fillTemplate(template, input);
    // A template may insert the same large value a thousand times.
    const problem = findBoundViolation(value, argumentBounds);
    if (problem !== undefined) return { end: failed(step, 'invalid_arguments', `its arguments ${problem}`) };
    if (isRecord(value)) return { value };
    return { end: failed(step, 'invalid_arguments', 'a tool needs an object: give the node arguments') };
  } catch (error) {
    if (!(error instanceof TemplateError)) throw error;
    return { end: failed(step, 'invalid_arguments', error.message) };
  }
}

interface OpenCall extends ToolStepDeps {
  readonly step: Step;
  readonly agentId: string;
  readonly tool: CallableTool;
  readonly args: Arguments;
  readonly told: PublishedCall;
  readonly isRepeatable: boolean;
}

function openCall(
  deps: ToolStepDeps,
  step: Step,
  { agentId, tool, args }: Pick<OpenCall, 'agentId' | 'tool' | 'args'>,
): OpenCall {
  const { call } = step;
  const told: PublishedCall = {
    call,
    agentId,
    server: tool.server,
    tool: tool.name,
    credentialId: tool.credentialId,
    argumentsHash: sha256Hex(canonicalize(args)),
    startedAt: deps.clock.now(),
  };
  const isRepeatable = tool.isRepeatable || readToolConfig(call.node).idempotent === true;
  return { ...deps, step, agentId, tool, args, told, isRepeatable };
}

async function begin(one: OpenCall): Promise<StepEnd> {
  const { ask, step, agentId, tool, args } = one;
  await one.tell(one.told, { status: 'started' });
  const judged = { agentId, phase: 'execution', input: JSON.stringify(args), tool: tool.name } as const;
  const judgement = await judge(ask, step, judged);
  if (judgement.kind === 'ended') return close(one, judgement.end);
  const { denial } = judgement;
  if (denial !== undefined) return close(one, toEnd(step, denial, one.clock.now()));
  if (!one.isRepeatable) await step.call.aboutToAct();
  return callTool(one);
}

async function callTool(one: OpenCall): Promise<StepEnd> {
  const { step, tool, args } = one;
  const outcome = await tool.call(args, step.call.signal);
  switch (outcome.kind) {
    case 'unauthorized':
      return close(one, failed(step, 'unauthorized', 'the server refuses the credential of the agent'));
    case 'refused':
      // An own limit that ends within a minute: concurrent calls of many runs are no failure of any of them.
      if (boundCodes.has(outcome.code)) return close(one, waitFor(step, { for: 'retry', id: null }, soon(one)));
      return close(one, failed(step, outcome.code, outcome.message, outcome.isRetryable));
    case 'unknown':
      return close(one, notKnown(one, outcome.message));
    case 'answered':
      break;
  }
  if (outcome.isError) return close(one, failed(step, 'tool_error', 'the tool ran and reported a failure'));
  const read = readToolResult(outcome.result);
  if (!read.isRead) return close(one, failed(step, 'result_too_large', read.message));
  one.kept.put(step.call.stepId, read.output);
  return judgeAnswer(one, read.output);
}

/** Codes of the organisation's limit on outbound calls. */
const boundCodes: ReadonlySet<string> = new Set(['outbound_rate', 'too_many_requests']);
const boundPauseMs = 10_000;

function soon({ clock }: OpenCall): number {
  return clock.now() + boundPauseMs;
}

/** A repeatable call can be retried. For any other the effect is unknown. */
function notKnown({ step, isRepeatable }: OpenCall, message: string): StepEnd {
  return isRepeatable ? failed(step, 'tool_unavailable', message, true) : unknownEnd(step, message);
}

/** Continues with an answer received earlier that waits for approval or judgement. */
function goOnAnswered(one: OpenCall): Promise<StepEnd> {
  const kept = one.kept.find(one.step.call.stepId);
  if (kept !== undefined) return judgeAnswer(one, kept.output);
  if (one.isRepeatable) return begin(one);
  return close(one, unknownEnd(one.step, 'the tool was called, and the process that had its answer ended'));
}

async function judgeAnswer(one: OpenCall, output: unknown): Promise<StepEnd> {
  const { ask, step, agentId, tool, clock } = one;
  const text = textOf(output);
  const judgement = await judge(ask, step, { agentId, phase: 'execution', output: text, tool: tool.name }).catch(
    (error: unknown) => ({ kind: 'ended' as const, end: toUnjudged(one, error) }),
  );
  if (judgement.kind === 'ended') return closeUnjudged(one, judgement.end);
  const { denial } = judgement;
  if (denial === undefined) return close(one, done(step, output), { result_hash: sha256Hex(text) });
  if (denial.approvalId !== undefined) {
    const waiting = { for: 'retry', id: `${answeredMark}${denial.approvalId}` } as const;
    return close(one, waitFor(step, waiting, clock.now() + approvalPollMs));
  }
  return closeUnjudged(one, failed(step, denial.code, denial.message, denial.isRetryable));
}

/** The answer is there; the fault is internal. */
function toUnjudged({ step, log }: OpenCall, error: unknown): StepEnd {
  log.warn(
    { err: error, run: step.call.runId, step: step.call.stepId },
    'the answer of a tool could not be judged yet',
  );
  return failed(step, 'internal', 'its answer could not be judged: see the log of the verifier', true);
}

const judgeAgainMs = 15_000;

/** INVARIANT: the tool was called. An answer that cannot be judged now is judged later, without calling the tool again. */
function closeUnjudged(one: OpenCall, end: StepEnd): Promise<StepEnd> {
  const { step, isRepeatable, clock } = one;
  const isLater = end.kind === 'wait' || (end.kind === 'failed' && end.isRetryable);
  if (!isLater || isRepeatable) return close(one, end);
  return close(one, waitFor(step, { for: 'retry', id: answeredMark }, clock.now() + judgeAgainMs));
}

/** Publishes the end. A failed publication does not change the end. */
async function close(one: OpenCall, end: StepEnd, result: Pick<ToolCallEnd, 'result_hash'> = {}): Promise<StepEnd> {
  const { step, log, told, kept } = one;
  if (end.kind !== 'wait') kept.drop(step.call.stepId);
  const status = toStatus(end);
  if (status === undefined) return end;
  try {
    await one.tell(told, { ...status, ...result });
  } catch (error) {
    log.error({ err: error, step: step.call.stepId }, 'the end of a tool call could not be reported');
  }
  return end;
}

/** Undefined if the step retries without asking anybody. */
function toStatus(end: StepEnd): ToolCallEnd | undefined {
  if (end.kind === 'done') return { status: 'succeeded' };
  if (end.kind === 'unknown') return { status: 'failed', error: toEventError('unknown', end.message) };
  if (end.kind === 'failed') {
    return { status: end.code === 'denied' ? 'denied' : 'failed', error: toEventError(end.code, end.message) };
  }
  const approvalId = approvalOf(end.waiting);
  return approvalId === undefined ? undefined : { status: 'awaiting_approval', approval_id: approvalId };
}
