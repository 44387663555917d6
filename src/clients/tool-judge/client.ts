/**
 * The client that has each tool call of an agent judged and recorded: by a gateway in this process, or over HTTP. One
 * conformance test covers both.
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

/** The context of every question. */
export interface JudgeOptions {
  readonly traceparent: string;
  readonly signal: AbortSignal;
}

/**
 * Each method rejects with AppError: `invalid_request`, `forbidden`, `agent_suspended` and the like as the gateway
 * says; `unavailable` where it cannot be asked: then nothing may be called, and no result may be shown.
 */
export interface ToolJudge {
  /**
   * Judges a call before it is made. End an allowed one with `end`; a call that is never ended is recorded as without a
   * result.
   */
  begin(question: ToolCallQuestion, options: JudgeOptions): Promise<ToolCallAnswer>;
  /** Ends a call, once. @throws AppError `not_found` for an ended or unknown call (the gateway was restarted). */
  end(callId: string, outcome: ToolCallOutcome, options: JudgeOptions): Promise<ToolResultAnswer>;
  /** Judges foreign texts before a model reads them. */
  texts(question: ToolTextsQuestion, options: JudgeOptions): Promise<ToolTextsAnswer>;
  close(): Promise<void>;
}
