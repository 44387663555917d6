/** The trained and measured auditors, in port order. Each is loaded on first use, with its models. */
import type { DetectionTask } from '../task.ts';

export interface NamedTask {
  readonly auditor: DetectionTask['auditor'];
  /** Score from which the auditor decides positive at its default settings, if a single number decides. */
  readonly threshold?: number;
  load(): Promise<DetectionTask>;
}

export const tasks: readonly NamedTask[] = [
  {
    auditor: 'injection',
    threshold: 0.8,
    async load() {
      const { injectionTask } = await import('./injection.ts');
      const { judgeHeldOutInjection } = await import('../held-out/injection.ts');
      return { ...injectionTask, heldOut: judgeHeldOutInjection };
    },
  },
  { auditor: 'pii', load: async () => (await import('./pii.ts')).piiTask },
  { auditor: 'secrets', load: async () => (await import('./secrets.ts')).secretsTask },
  {
    auditor: 'toxicity',
    threshold: 0.7,
    load: async () => (await import('./toxicity.ts')).toxicityTask,
  },
  {
    auditor: 'groundedness',
    load: async () => (await import('./groundedness.ts')).groundednessTask,
  },
];
