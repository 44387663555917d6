/** A judge for tests of its callers: allows everything by default, and records its questions. */
import type {
  ToolCallAnswer,
  ToolCallOutcome,
  ToolCallQuestion,
  ToolResultAnswer,
  ToolTextsQuestion,
} from '../../contract/tool-calls.ts';
import { AppError } from '../../platform/errors.ts';
import type { JudgeOptions, ToolJudge } from './client.ts';

type Awaitable<T> = T | Promise<T>;

/** The verdicts of a fake judge; each may be replaced while a test runs. */
export interface FakeVerdicts {
  begin?: ((question: ToolCallQuestion, options: JudgeOptions) => Awaitable<ToolCallAnswer | undefined>) | undefined;
  end?:
    | ((outcome: ToolCallOutcome, callId: string, options: JudgeOptions) => Awaitable<ToolResultAnswer | undefined>)
    | undefined;
  /** Reasons to deny this text; an empty list allows it. */
  text?: ((text: string) => readonly string[]) | undefined;
}

export interface FakeToolJudge extends ToolJudge {
  readonly verdicts: FakeVerdicts;
  readonly begun: ToolCallQuestion[];
  readonly ended: { readonly callId: string; readonly evidenceId: string; readonly outcome: ToolCallOutcome }[];
  readonly read: ToolTextsQuestion[];
  /** Allowed calls that were never ended. */
  open(): number;
}

/** Ids count up: `call_1` and `ev_1` belong to the first call. */
export function createFakeToolJudge(verdicts: FakeVerdicts = {}): FakeToolJudge {
  const held = new Map<string, string>();
  const begun: FakeToolJudge['begun'][number][] = [];
  const ended: FakeToolJudge['ended'][number][] = [];
  const read: FakeToolJudge['read'][number][] = [];
  let count = 0;
  return {
    verdicts,
    begun,
    ended,
    read,
    open: () => held.size,
    async begin(question, options) {
      options.signal.throwIfAborted();
      begun.push(question);
      count += 1;
      const [callId, evidenceId] = [`call_${count}`, `ev_${count}`];
      const said = await verdicts.begin?.(question, options);
      const answer = said ?? {
        decision: 'allow' as const,
        call_id: callId,
        evidence_id: evidenceId,
        arguments: question.arguments,
        redacted: false,
      };
      if (answer.decision === 'allow') held.set(answer.call_id, answer.evidence_id);
      return answer;
    },
    async end(callId, outcome, options) {
      options.signal.throwIfAborted();
      const evidenceId = held.get(callId);
      if (evidenceId === undefined) throw new AppError('not_found', 'no such call');
      const said = await verdicts.end?.(outcome, callId, options);
      held.delete(callId);
      ended.push({ callId, evidenceId, outcome });
      const result = outcome.kind === 'result' ? { result: outcome.result } : {};
      return said ?? { decision: 'allow', evidence_id: evidenceId, ...result, redacted: false };
    },
    async texts(question, options) {
      options.signal.throwIfAborted();
      read.push(question);
      const results = question.texts.map(({ id, text }) => {
        const reasons = [...(verdicts.text?.(text) ?? [])];
        return { id, decision: reasons.length === 0 ? ('allow' as const) : ('deny' as const), reasons };
      });
      return { results };
    },
    async close() {},
  };
}

/** Throws the error of an unreachable gateway, for `begin` and `end` of a fake. */
export function judgeAway(): never {
  throw new AppError('unavailable', 'the judge is away', { retryAfterS: 1 });
}
