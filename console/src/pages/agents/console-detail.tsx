/** One event of the live console in full, and where it leads. */
import { Button, Drawer, Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { JsonView } from '../../parts/json-view.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { agentsTexts } from '../../texts/agents.ts';
import { commonTexts } from '../../texts/common.ts';
import type { ConsoleLine } from './console-line.ts';

const texts = agentsTexts.console;

interface ConsoleDetailProps {
  /** The drawer is open while there is one. */
  readonly id: string | undefined;
  readonly line: ConsoleLine | undefined;
  readonly onClose: () => void;
}

export function ConsoleDetail({ id, line, onClose }: ConsoleDetailProps) {
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={`${texts.detail} ${id ?? ''}`}
      closeButtonProps={{ 'aria-label': commonTexts.close }}
    >
      {line === undefined ? (
        <Text size="sm">{texts.gone}</Text>
      ) : (
        <Stack gap="sm">
          <Text size="sm">
            <TimeAgo value={line.time} />
          </Text>
          <Group gap="xs">
            {line.evidenceId !== undefined && (
              <Button component={Link} to={`/traffic/${encodeURIComponent(line.evidenceId)}`} size="xs">
                {texts.exchange}
              </Button>
            )}
            {line.approvalId !== undefined && (
              <Button
                component={Link}
                to={`/approvals/${encodeURIComponent(line.approvalId)}`}
                size="xs"
                variant="default"
              >
                {texts.approval}
              </Button>
            )}
          </Group>
          <JsonView value={line.data} label={texts.detail} />
        </Stack>
      )}
    </Drawer>
  );
}
