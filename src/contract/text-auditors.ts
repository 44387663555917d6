/** The built-in auditors that judge any text, and what is not judged where one of them is not asked. */
import type { Phase } from '@assay/sdk/contract';

/** Ids of the built-in chain, in its order. */
export const textAuditorIds = ['injection', 'pii', 'secrets', 'toxicity'] as const;

/** The phases in which a text is judged. */
export const textPhases = ['request', 'response', 'execution'] as const satisfies readonly Phase[];

type TextAuditorId = (typeof textAuditorIds)[number];
type TextPhase = (typeof textPhases)[number];

/** A built-in text auditor that is not asked in these phases. */
export interface Unjudged {
  readonly auditor: TextAuditorId;
  readonly phases: readonly TextPhase[];
}

/** The runs and phases of Evidence. */
interface JudgedRuns {
  readonly auditors: readonly { readonly auditor_id: string; readonly phase: Phase; readonly status: string }[];
  readonly phases: readonly { readonly phase: Phase }[];
}

const kinds: Readonly<Record<TextAuditorId, string>> = {
  injection: 'prompt injection',
  pii: 'personal data',
  secrets: 'secrets',
  toxicity: 'toxicity',
};
const subjects: Readonly<Record<TextPhase, string>> = {
  request: 'requests',
  response: 'answers',
  execution: 'tool calls',
};

/** Lists the built-in text auditors that are not asked in some of these phases. */
export function findUnjudged(
  isAsked: (auditor: string, phase: Phase) => boolean,
  among: readonly Phase[] = textPhases,
): Unjudged[] {
  return textAuditorIds.flatMap((auditor) => {
    const phases = textPhases.filter((phase) => among.includes(phase) && !isAsked(auditor, phase));
    return phases.length === 0 ? [] : [{ auditor, phases }];
  });
}

/** Lists the built-in text auditors that were not asked in the judged phases of some Evidence. */
export function unjudgedIn({ auditors, phases }: JudgedRuns): Unjudged[] {
  const isAsked = (id: string, phase: Phase) =>
    auditors.some((run) => run.auditor_id === id && run.phase === phase && run.status !== 'skipped');
  return findUnjudged(
    isAsked,
    phases.map(({ phase }) => phase),
  );
}

/** Says what is not judged: `prompt injection in requests and answers; toxicity in tool calls`. */
export function describeUnjudged(unjudged: readonly Unjudged[]): string {
  const groups = new Map<string, string[]>();
  for (const { auditor, phases } of unjudged) {
    const where = joinWords(phases.map((phase) => subjects[phase]));
    groups.set(where, [...(groups.get(where) ?? []), kinds[auditor]]);
  }
  return [...groups].map(([where, what]) => `${joinWords(what)} in ${where}`).join('; ');
}

function joinWords(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} and ${last}`;
}
