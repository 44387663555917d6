/** A part of a page with a heading. */
import { Group, Paper, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface PanelProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Panel({ title, about, actions, children }: PanelProps) {
  const id = useId();
  return (
    <Paper component="section" aria-labelledby={id}>
      <Group justify="space-between" align="flex-start" gap="xs" mb="sm">
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          {about !== undefined && (
            <Text size="xs" c="dimmed">
              {about}
            </Text>
          )}
        </div>
        {actions}
      </Group>
      {children}
    </Paper>
  );
}
