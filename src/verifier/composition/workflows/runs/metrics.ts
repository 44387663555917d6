/** Prometheus metrics of the runs and steps in this process. */
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { RunStatus, StepStatus } from '../../../../contract/api/workflows/states.ts';

export interface RunMetrics {
  /** Counts how the work on a run ended for now. */
  left(status: RunStatus): void;
  steps(statuses: readonly StepStatus[]): void;
  committed(writes: number): void;
}

const leftStatuses = ['succeeded', 'failed', 'cancelled', 'interrupted', 'waiting'] as const;
const countedSteps = ['succeeded', 'failed', 'skipped', 'waiting', 'unknown'] as const;

export function createRunMetrics(registry: Registry, underWay: () => number): RunMetrics {
  const registers = [registry];
  const runs = new Counter({
    name: 'assay_workflow_runs_total',
    help: 'Runs of workflows that came to an end here, or were left waiting, by status',
    labelNames: ['status'],
    registers,
  });
  const steps = new Counter({
    name: 'assay_workflow_steps_total',
    help: 'Steps of runs that were written down, by status',
    labelNames: ['status'],
    registers,
  });
  new Gauge({
    name: 'assay_workflow_runs_under_way',
    help: 'Runs that this process works on',
    registers,
    collect() {
      this.set(underWay());
    },
  });
  const commits = new Histogram({
    name: 'assay_workflow_writes_per_commit',
    help: 'Writes of runs that went into one transaction',
    buckets: [1, 2, 4, 8, 16, 32, 64, 128, 256],
    registers,
  });
  // Starts at zero, so that an alarm on an increase sees the first one.
  for (const status of leftStatuses) runs.inc({ status }, 0);
  for (const status of countedSteps) steps.inc({ status }, 0);
  return {
    left(status) {
      if (leftStatuses.some((one) => one === status)) runs.inc({ status });
    },
    steps(statuses) {
      for (const status of statuses) if (countedSteps.some((one) => one === status)) steps.inc({ status });
    },
    committed: (writes) => commits.observe(writes),
  };
}
