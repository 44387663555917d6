/** Says why nothing is here, and what to do so that something is. */
import { Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';

interface EmptyProps {
  readonly title: string;
  readonly children?: ReactNode;
}

export function Empty({ title, children }: EmptyProps) {
  return (
    <Stack align="center" gap="xs" py={48} px="md" ta="center">
      <Title order={2}>{title}</Title>
      {children !== undefined && (
        <Text component="div" size="sm" c="dimmed" maw={560}>
          {children}
        </Text>
      )}
    </Stack>
  );
}
