/** Parts of each kind of step: its input, the gateway in the name of its agent, and its possible ends. */
import type { StepCall, StepEnd } from '../seams.ts';

/** Takes steps of one type of node. */
export type TakeStep = (step: Step) => Promise<StepEnd>;

/** One step under way. Evidence of every call to the gateway is gathered as it comes. */
export interface Step {
  readonly call: StepCall;
  readonly evidenceIds: string[];
}

export function openStep(call: StepCall): Step {
  return { call, evidenceIds: [] };
}

export function done({ evidenceIds }: Step, output: unknown, port = 'out'): StepEnd {
  return { kind: 'done', port, output, evidenceIds };
}

/** Never with a text of a model, of a tool or of whoever else is outside: it stands in events and lists. */
export function failed({ evidenceIds }: Step, code: string, message: string, isRetryable = false): StepEnd {
  return { kind: 'failed', code, message, isRetryable, evidenceIds };
}

export function unknownEnd({ evidenceIds }: Step, message: string): StepEnd {
  return { kind: 'unknown', message, evidenceIds };
}

export function waitFor({ evidenceIds }: Step, waiting: StepEndWaiting['waiting'], until: number): StepEnd {
  return { kind: 'wait', waiting, until, evidenceIds };
}

type StepEndWaiting = Extract<StepEnd, { kind: 'wait' }>;

/** The agent that the step acts as; what a node without one ends with. */
export function agentOf(step: Step): { readonly agentId: string } | { readonly end: StepEnd } {
  const { agentId, node } = step.call;
  if (agentId !== null) return { agentId };
  const message = `node ${node.id} names no agent, and neither does the workflow: set agent_id`;
  return { end: failed(step, 'agent_missing', message) };
}

/** A value as a model and an auditor get it: text as it is, anything else as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
