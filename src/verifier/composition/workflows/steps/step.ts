/** Shared parts of all steps: input, gateway access as their agent, and possible ends. */
import type { StepCall, StepEnd } from '../ports.ts';

/** Takes steps of one node type. */
export type TakeStep = (step: Step) => Promise<StepEnd>;

/** One step in progress. Collects the Evidence of every gateway call. */
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

/** Never includes text of a model, a tool or any other outside party: it appears in events and lists. */
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

/** Gives the agent that the step acts as, or the end of a step without one. */
export function agentOf(step: Step): { readonly agentId: string } | { readonly end: StepEnd } {
  const { agentId, node } = step.call;
  if (agentId !== null) return { agentId };
  const message = `node ${node.id} names no agent, and neither does the workflow: set agent_id`;
  return { end: failed(step, 'agent_missing', message) };
}

/** Gives a value as a model or an auditor gets it: text as it is, anything else as JSON. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? 'null');
}
