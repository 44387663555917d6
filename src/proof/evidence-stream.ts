/** What an Evidence says of a windowed stream (design 5): nothing unaudited was sent, and no enforced denial either. */
import { type Evidence, maxWindowRuns, type StreamRecord } from '../contract/evidence.ts';
import { type Refusal, refuse } from './verdict.ts';

/** First contradiction within the record of a stream, or between it and the rest; `undefined` when they agree. */
export function findStreamProblem(evidence: Evidence): Refusal | undefined {
  const { stream } = evidence;
  const isFinalOfWindows = evidence.stream_mode === 'window' && evidence.previous_evidence_id !== undefined;
  if ((stream !== undefined) !== isFinalOfWindows) {
    return refuse('inconsistent', 'the final evidence of a windowed stream, and no other, records its windows');
  }
  if (stream === undefined) return undefined;
  return findCountProblem(stream) ?? findReleaseProblem(evidence, stream) ?? findEndProblem(evidence, stream);
}

function findCountProblem({ runs, windows, withheld }: StreamRecord): Refusal | undefined {
  const listed = runs.reduce((sum, run) => sum + run.windows, 0);
  const isComplete = runs.length < maxWindowRuns ? listed === windows : listed <= windows;
  if (!isComplete) return refuse('inconsistent', 'the windows are not all accounted for');
  if (!withheld && runs.some((run) => !run.released)) {
    return refuse('inconsistent', 'windows were not released, yet nothing is said to be withheld');
  }
  return undefined;
}

function findReleaseProblem({ mode }: Evidence, { runs }: StreamRecord): Refusal | undefined {
  for (const { decision, released, redacted } of runs) {
    if (released && decision === undefined) return refuse('inconsistent', 'a window was released without an audit');
    if (released && decision === 'deny' && mode === 'enforce') {
      return refuse('inconsistent', 'a window was released although its denial was to be enforced');
    }
    if (redacted && !released) return refuse('inconsistent', 'a window was redacted that was not released');
    if (redacted && mode === 'observe') return refuse('inconsistent', 'a window was redacted in observe mode');
  }
  return undefined;
}

function findEndProblem({ enforced, decision }: Evidence, { end, runs }: StreamRecord): Refusal | undefined {
  if (end === 'denied' && enforced !== 'deny') return refuse('inconsistent', 'the stream was denied, the exchange not');
  if (enforced === 'deny' && end !== 'denied' && end !== 'client_gone') {
    return refuse('inconsistent', 'the exchange was denied, and its stream went on');
  }
  if (end === 'complete' && runs.some((run) => !run.released)) {
    return refuse('inconsistent', 'a stream is called complete of which windows were not released');
  }
  if (decision.decision === 'allow' && runs.some((run) => run.decision === 'deny')) {
    return refuse('inconsistent', 'a window was denied, the exchange not');
  }
  return undefined;
}
