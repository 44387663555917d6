/** Checks the record of a windowed stream: no window was released without an audit or against an enforced denial. */
import { type Evidence, maxWindowRuns, type StreamRecord } from './evidence.ts';

/** Finds the first contradiction within the record of a stream, or between it and the rest; `undefined` if there is none. */
export function findStreamProblem(evidence: Evidence): string | undefined {
  const { stream } = evidence;
  const isFinalOfWindows = evidence.stream_mode === 'window' && evidence.previous_evidence_id !== undefined;
  if ((stream !== undefined) !== isFinalOfWindows) {
    return 'the final evidence of a windowed stream, and no other, records its windows';
  }
  if (stream === undefined) return undefined;
  return findCountProblem(stream) ?? findReleaseProblem(evidence, stream) ?? findEndProblem(evidence, stream);
}

function findCountProblem({ runs, windows, withheld }: StreamRecord): string | undefined {
  const listed = runs.reduce((sum, run) => sum + run.windows, 0);
  const isComplete = runs.length < maxWindowRuns ? listed === windows : listed <= windows;
  if (!isComplete) return 'the windows are not all accounted for';
  if (!withheld && runs.some((run) => !run.released)) {
    return 'windows were not released, yet nothing is said to be withheld';
  }
  return undefined;
}

function findReleaseProblem({ mode }: Evidence, { runs }: StreamRecord): string | undefined {
  for (const { decision, released, redacted } of runs) {
    if (released && decision === undefined) return 'a window was released without an audit';
    if (released && decision === 'deny' && mode === 'enforce') {
      return 'a window was released although its denial was to be enforced';
    }
    if (redacted && !released) return 'a window was redacted that was not released';
    if (redacted && mode === 'observe') return 'a window was redacted in observe mode';
  }
  return undefined;
}

function findEndProblem({ enforced, decision }: Evidence, { end, runs }: StreamRecord): string | undefined {
  if (end === 'denied' && enforced !== 'deny') return 'the stream was denied, the exchange not';
  if (enforced === 'deny' && end !== 'denied' && end !== 'client_gone') {
    return 'the exchange was denied, and its stream went on';
  }
  if (end === 'complete' && runs.some((run) => !run.released)) {
    return 'a stream is called complete of which windows were not released';
  }
  if (decision.decision === 'allow' && runs.some((run) => run.decision === 'deny')) {
    return 'a window was denied, the exchange not';
  }
  return undefined;
}
