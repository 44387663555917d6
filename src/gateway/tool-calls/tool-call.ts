/** One tool call from its arguments to its result: one exchange, one Evidence, one receipt. */
import { sha256Hex } from '@assay/sdk/crypto';
import type { ToolCallQuestion } from '../../contract/tool-calls.ts';
import type { AppError } from '../../platform/errors.ts';
import type { Caller } from '../../platform/http/access.ts';
import type { KeptAnswer } from '../escalation/kept-answers.ts';
import type { ObservedToolCall } from '../exchange/call-watch.ts';
import type { Exchange } from '../exchange/exchange.ts';
import type { ActiveState } from '../state/active-state.ts';
import type { ToolAgent } from './asker.ts';
import type { CalledTool } from './subjects.ts';

export interface ToolCall extends ObservedToolCall {
  /** The asker that began it. */
  readonly askerKey: string;
  readonly caller: Caller;
  readonly state: ActiveState;
  /** The reason why its agent may not continue. */
  readonly refusal: () => AppError | undefined;
  /** Index of the first judgement of the result. */
  resultFrom: number;
  /** The result of this call that waits for people. */
  kept: KeptAnswer | undefined;
}

export interface OpenParts {
  readonly agent: ToolAgent;
  readonly askerKey: string;
  /** The arguments as the text for their hash. */
  readonly printed: string;
  readonly evidenceId: string;
  readonly startedMs: number;
}

export function openToolCall({ server, tool }: ToolCallQuestion, parts: OpenParts): ToolCall {
  const { agent, askerKey, printed, evidenceId, startedMs } = parts;
  const { identity, acting, caller, refusal } = agent;
  const exchange: Exchange = {
    identity,
    evidenceId,
    startedMs,
    requestHash: sha256Hex(printed),
    modelId: null,
    tool,
    server,
    config: acting.config,
    judged: [],
    uninspected: [],
    features: [],
    responseHash: null,
    streamMode: 'none',
  };
  return {
    askerKey,
    caller,
    refusal,
    exchange,
    server,
    tool,
    state: acting.state,
    resultFrom: 0,
    kept: undefined,
    argumentsText: undefined,
    resultHash: undefined,
    credentialId: undefined,
    hasToolFailed: false,
  };
}

/** The context of a call for auditors. */
export function toCalledTool({ server, tool, exchange }: ToolCall): CalledTool {
  return { server, tool, sessionId: exchange.identity.sessionId };
}

/** Binds an approval, besides its agent and its tool, to server, tool and arguments. */
export function boundHashOf({ server, tool, exchange }: ToolCall): string {
  return sha256Hex(JSON.stringify([server, tool, exchange.requestHash]));
}
