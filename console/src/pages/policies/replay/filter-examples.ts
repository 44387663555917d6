/** Decisions of a replay that fit a filter. */
import type { PolicyReplay } from '@assay/client';

export type Example = NonNullable<PolicyReplay['result']>['examples'][number];

export interface ExampleFilter {
  readonly change?: string | undefined;
  readonly rule?: string | undefined;
  readonly agent?: string | undefined;
}

export function filterExamples(examples: readonly Example[], { change, rule, agent }: ExampleFilter): Example[] {
  return examples.filter(
    (example) =>
      (change === undefined || example.change === change) &&
      (agent === undefined || example.agent_id === agent) &&
      (rule === undefined || rulesOf(example).includes(rule)),
  );
}

/** The rules of the new decision, or of the old one if that denied. */
export function rulesOf({ before, after }: Example): string[] {
  const sides = [after.reasons, after.obligations, before.reasons, before.obligations];
  return [...new Set(sides.flatMap((names) => names ?? []))];
}

/** Names that occur, for the choices of a filter. */
export function namesIn(examples: readonly Example[], nameOf: (example: Example) => readonly string[]): string[] {
  return [...new Set(examples.flatMap(nameOf))].toSorted();
}
