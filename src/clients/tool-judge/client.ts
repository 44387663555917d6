/**
 * How whoever calls tools for agents has each call judged and recorded: by a gateway in this process, or over HTTP. One
 * conformance test holds for both forms.
 */
import type {
  ToolCallAnswer,
  ToolCallOutcome,
  ToolCallQuestion,
  ToolResultAnswer,
  ToolTextsAnswer,
  ToolTextsQuestion,
} from '../../contract/tool-calls.ts';

export const toolCallPaths = {
  begin: '/v1/tool-calls',
  end: (callId: string) => `/v1/tool-calls/${encodeURIComponent(callId)}/result`,
  texts: '/v1/tool-texts',
} as const;

/** What goes with every question. */
export interface JudgeOptions {
  /** W3C trace context. */
  readonly traceparent: string;
  readonly signal: AbortSignal;
}

/**
 * Each rejects with AppError: `invalid_request`, `forbidden`, `agent_suspended` and its like as the gateway says;
 * `unavailable` where it cannot be asked: then nothing may be called, and no result may be shown.
 */
export interface ToolJudge {
  /** Before a call. An allowed one is to be ended by `end`; one that never is, is recorded as without a result. */
  begin(question: ToolCallQuestion, options: JudgeOptions): Promise<ToolCallAnswer>;
  /** After it, once. @throws AppError `not_found` for a call that is over or not known (the gateway was restarted). */
  end(callId: string, outcome: ToolCallOutcome, options: JudgeOptions): Promise<ToolResultAnswer>;
  /** What others wrote for models to read, before it is shown to one. */
  texts(question: ToolTextsQuestion, options: JudgeOptions): Promise<ToolTextsAnswer>;
  close(): Promise<void>;
}
