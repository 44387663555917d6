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
}

export interface HealthProblems {
  /** Reads this source at each check from now on. It answers at once and never throws. */
  add(source: () => readonly HealthProblem[]): void;
  /** Lists the problems of all sources, in the order of the sources. */
  list(): readonly HealthProblem[];
  /** Gives the members `ready` and `problems` of `/health`. */
  toHealth(): { readonly ready: boolean; readonly problems: string[] };
  /** Logs which problems have begun and which have ended since the last check. */
  look(): void;
}

/** Keeps `/health` readable: further problems are counted, not listed. */
const maxListed = 64;

export function createHealthProblems({ registry, log }: { registry: Registry; log: Logger }): HealthProblems {
  const sources: (() => readonly HealthProblem[])[] = [];
  let seen = new Map<string, string>();
  const list = () => sources.flatMap((source) => source());

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
      const problems = list();
      const listed = problems.slice(0, maxListed).map(({ message }) => message);
      if (problems.length > maxListed) listed.push(`${problems.length - maxListed} further problems are not listed.`);
      return { ready: !problems.some(({ endsReadiness }) => endsReadiness === true), problems: listed };
    },
    look() {
      const now = new Map(list().map(({ reason, message }) => [reason, message]));
      for (const [reason, message] of now) if (!seen.has(reason)) log.error({ reason }, message);
      for (const reason of seen.keys()) if (!now.has(reason)) log.info({ reason }, 'the problem has ended');
      seen = now;
    },
  };
}
