/**
 * Judges foreign texts that a model will read, and texts to servers outside of tool calls: each separately, all in one
 * Evidence. Contents and questions that would need redaction are denied. Tool definitions are denied only by a policy
 * that forbids: an example address in one belongs to nobody, and the tool itself is judged at each call.
 */
import type { ToolTextsAnswer, ToolTextsQuestion } from '../../contract/tool-calls.ts';
import type { Recorder } from '../evidence/recorder.ts';
import { type Exchange, enforcedWord, type JudgedPhase } from '../exchange/exchange.ts';
import { type Judge, overruling } from '../exchange/judge.ts';
import type { ToolAgent } from './asker.ts';
import { hashJson } from './printed.ts';
import { toInput, toOutput } from './subjects.ts';

export interface TextsDeps {
  readonly judge: Judge;
  readonly recorder: Recorder;
  readonly createEvidenceId: () => string;
  readonly monotonicMs: () => number;
}

/** More concurrent texts would only wait for each other, and for workers. */
const atOnce = 4;

export async function judgeTexts(
  deps: TextsDeps,
  { identity, acting }: ToolAgent,
  { server, of, texts }: ToolTextsQuestion,
): Promise<ToolTextsAnswer> {
  const exchange: Exchange = {
    identity,
    evidenceId: deps.createEvidenceId(),
    startedMs: deps.monotonicMs(),
    requestHash: hashJson({ server, texts }),
    modelId: null,
    tool: null,
    server,
    config: acting.config,
    judged: [],
    uninspected: [],
    features: [],
    responseHash: null,
    streamMode: 'none',
  };
  const called = { server, tool: null, sessionId: identity.sessionId };
  const toData = of === 'questions' ? toInput : toOutput;
  const judged = await inGroups(texts, ({ text }) =>
    deps.judge(acting.state, {
      phase: 'execution',
      data: toData(text, called),
      identity,
      modelId: null,
      tool: null,
      server,
      uninspectedKinds: [],
      features: [],
    }),
  );
  const isHole = (one: JudgedPhase) => of !== 'definitions' && mustRedact(one);
  // A text that would need redaction comes last, where an overruled allow is marked.
  exchange.judged.push(...judged.toSorted((left, right) => Number(isHole(left)) - Number(isHole(right))));
  if (judged.some(isHole)) exchange.overruled = overruling.notApplied;
  const isObserved = identity.mode === 'observe';
  const results = texts.map(({ id }, index) => {
    const one = judged[index];
    if (one === undefined) throw new Error('every text was judged');
    const reasons = whyDenied(one, of);
    // Observe mode denies nothing, but still gives the reasons, so that such an allow does not endorse the text.
    const isDenied = reasons !== undefined && !isObserved;
    return { id, decision: isDenied ? ('deny' as const) : ('allow' as const), reasons: reasons ?? [] };
  });
  exchange.responseHash = hashJson({ results });
  await deps.recorder.record(exchange, deps.monotonicMs() - exchange.startedMs);
  if (enforcedWord(exchange) === 'allow' && results.some(({ decision }) => decision === 'deny')) {
    throw new Error('a denied call is recorded as denied');
  }
  return { results };
}

/** Undefined where it is allowed. */
function whyDenied(judged: JudgedPhase, of: ToolTextsQuestion['of']): string[] | undefined {
  const { decision, reasons, errors, warnings } = judged.decision;
  if (decision === 'allow') {
    return of !== 'definitions' && mustRedact(judged) ? [overruling.notApplied, ...warnings] : undefined;
  }
  const isOnlyNotPermitted = reasons.length === 0 && errors.length === 0;
  return of === 'definitions' && isOnlyNotPermitted ? undefined : [...reasons];
}

function mustRedact({ decision }: JudgedPhase): boolean {
  return decision.decision === 'allow' && decision.obligations.includes('redact');
}

async function inGroups<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += atOnce) {
    results.push(...(await Promise.all(items.slice(at, at + atOnce).map(work))));
  }
  return results;
}
