/** Splits the auditor runs of Evidence by judged phase; they are listed phase after phase. */
import type { AuditorRun, Evidence } from '../contract/evidence.ts';

/**
 * Gives the runs of each judged phase, in order. A phase that is judged twice (a redaction) has two lists.
 *
 * @returns `undefined` when runs and phases do not fit together
 */
export function splitEvidence({
  auditors,
  phases,
}: Pick<Evidence, 'auditors' | 'phases'>): readonly AuditorRun[][] | undefined {
  let next = 0;
  const segments = phases.map((judged) => {
    const runs: AuditorRun[] = [];
    const names = new Set<string>();
    for (; next < auditors.length; next += 1) {
      const run = auditors[next];
      if (run === undefined || run.phase !== judged.phase || names.has(run.name)) break;
      names.add(run.name);
      runs.push(run);
    }
    return runs;
  });
  if (next !== auditors.length) return undefined;
  const fits = segments.every((runs, index) => {
    const claims = runs.flatMap((run) => run.claims);
    const own = phases[index]?.claims ?? [];
    return claims.length === own.length && claims.every((claim, at) => claim === own[at]);
  });
  return fits ? segments : undefined;
}
