/**
 * The problems of this gateway: one list for `/health`, the metric and the log. Each part of the gateway adds a source,
 * which is read at every check; a problem that is over disappears by itself.
 */
import { Gauge, type Registry } from 'prom-client';
import type { Logger } from '../../platform/log.ts';

export interface HealthProblem {
  /** Stable code for alerts, e.g. `evidence_refused`; the label of the metric. */
  readonly reason: string;
  /** The problem, and what to do about it. */
  readonly message: string;
  /** Sets `ready` to false: no traffic should come here while it lasts. False if absent. */
  readonly endsReadiness?: boolean;
  /** Stands in `warnings`, not in `problems`: it holds as long as somebody wants it. False if absent. */
  readonly isWarning?: boolean;
}

export interface HealthProblems {
  /** Reads this source at each check from now on. It answers at once and never throws. */
  add(source: () => readonly HealthProblem[]): void;
  /** Lists the problems of all sources, in the order of the sources; no warnings. */
  list(): readonly HealthProblem[];
  /** Gives the members `ready`, `problems` and `warnings` of `/health`. */
  toHealth(): { readonly ready: boolean; readonly problems: string[]; readonly warnings: string[] };
  /** Logs which problems have begun and which have ended since the last check. */
  look(): void;
}

/** Keeps `/health` readable: further problems are counted, not listed. */
const maxListed = 64;

export function createHealthProblems({ registry, log }: { registry: Registry; log: Logger }): HealthProblems {
  const sources: (() => readonly HealthProblem[])[] = [];
  let seen = new Map<string, HealthProblem>();
  const listAll = () => sources.flatMap((source) => source());
  const list = () => listAll().filter(({ isWarning }) => isWarning !== true);

  new Gauge({
    name: 'assay_gateway_problems',
    help: 'Present problems in /health, by reason',
    labelNames: ['reason'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { reason } of list()) this.inc({ reason });
    },
  });

  return {
    add(source) {
      sources.push(source);
    },
    list,
    toHealth() {
      const all = listAll();
      const warnings = all.filter(({ isWarning }) => isWarning === true);
      const problems = all.filter(({ isWarning }) => isWarning !== true);
      const ready = !problems.some(({ endsReadiness }) => endsReadiness === true);
      return { ready, problems: cut(problems, 'problems'), warnings: cut(warnings, 'warnings') };
    },
    look() {
      const now = new Map(listAll().map((problem) => [keyOf(problem), problem]));
      for (const [key, { reason, message, isWarning }] of now) {
        if (seen.has(key)) continue;
        if (isWarning === true) log.warn({ reason }, message);
        else log.error({ reason }, message);
      }
      for (const [key, { reason }] of seen) if (!now.has(key)) log.info({ reason }, 'the problem has ended');
      seen = now;
    },
  };
}

/** Problems are logged once for each reason; warnings once for each message, because each names another chain. */
function keyOf({ reason, message, isWarning }: HealthProblem): string {
  return isWarning === true ? `${reason} ${message}` : reason;
}

function cut(problems: readonly HealthProblem[], what: string): string[] {
  const listed = problems.slice(0, maxListed).map(({ message }) => message);
  if (problems.length > maxListed) listed.push(`${problems.length - maxListed} further ${what} are not listed.`);
  return listed;
}
