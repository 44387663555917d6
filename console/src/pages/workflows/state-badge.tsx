/** A status by word and colour: of a workflow, a run or a step. */
import { Badge } from '@mantine/core';
import { workflowTexts as texts } from '../../texts/workflows.ts';

const colours: Readonly<Record<string, string>> = {
  running: 'green',
  succeeded: 'green',
  affirming: 'green',
  deploying: 'blue',
  started: 'blue',
  queued: 'blue',
  waiting: 'grape',
  warning: 'yellow',
  stopping: 'yellow',
  cancelling: 'yellow',
  interrupted: 'orange',
  unknown: 'orange',
  incomplete: 'orange',
  failed: 'red',
  contraindicated: 'red',
  revoked: 'red',
  expired: 'red',
};

const words = {
  workflow: texts.statuses,
  run: texts.runStatuses,
  step: texts.stepStatuses,
  passport: texts.passport.statuses,
} as const;

interface StateBadgeProps {
  readonly of: keyof typeof words;
  readonly status: string;
  /** Shown if it is more than one. */
  readonly count?: number;
}

export function StateBadge({ of, status, count = 1 }: StateBadgeProps) {
  const isBusyRun = of !== 'workflow' && status === 'running';
  return (
    <Badge size="xs" color={isBusyRun ? 'blue' : (colours[status] ?? 'gray')}>
      {words[of][status] ?? status}
      {count > 1 ? ` ×${count}` : ''}
    </Badge>
  );
}
