/** How far a replay is, and the button that stops it. */
import type { PolicyReplay } from '@assay/client';
import { Alert, Badge, Button, Group, Progress, Stack, Text } from '@mantine/core';
import { useMay } from '../../../api/session.ts';
import { ForeignText } from '../../../parts/foreign-text.tsx';
import { TimeAgo } from '../../../parts/time-ago.tsx';
import { policiesTexts } from '../../../texts/policies.ts';

const texts = policiesTexts.replay;
const colours = { running: 'blue', done: 'green', cancelled: 'gray', failed: 'red' } as const;

interface ReplayProgressProps {
  readonly replay: PolicyReplay;
  readonly isCancelling: boolean;
  readonly onCancel: () => void;
}

export function ReplayProgress({ replay, isCancelling, onCancel }: ReplayProgressProps) {
  const { status, progress, error, policy_version: version, from, to } = replay;
  const mayCancel = useMay('policies.cancelReplay');
  const known = (['running', 'done', 'cancelled', 'failed'] as const).find((one) => one === status);
  const part = progress.total === 0 ? (status === 'running' ? 0 : 100) : (100 * progress.done) / progress.total;
  return (
    <Stack gap="xs">
      <Group gap="sm">
        <Badge color={known === undefined ? 'gray' : colours[known]}>
          {known === undefined ? status : texts.states[known]}
        </Badge>
        <Text size="sm">{version === null ? texts.mine : texts.version(version)}</Text>
        <Text size="sm" c="dimmed" component="div">
          <TimeAgo value={from} /> – <TimeAgo value={to} />
        </Text>
        <Text size="sm" role="status">
          {texts.progress(progress.done, progress.total)}
        </Text>
        {status === 'running' && mayCancel && (
          <Button size="compact-xs" variant="default" loading={isCancelling} onClick={onCancel}>
            {texts.cancel}
          </Button>
        )}
      </Group>
      {status === 'running' && <Progress value={part} aria-label={texts.progress(progress.done, progress.total)} />}
      {error !== null && (
        <Alert color="red">
          <ForeignText text={error} maxLength={600} />
        </Alert>
      )}
    </Stack>
  );
}
