/** Says what will happen before it does, where the call takes no reason. */
import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Problem } from '../../parts/problem.tsx';
import { commonTexts } from '../../texts/common.ts';

interface ConfirmProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly about: ReactNode;
  readonly verb: string;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

export function Confirm({ isOpen, title, about, verb, isPending, error, onClose, onConfirm }: ConfirmProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': commonTexts.close }}>
      <Text component="div" size="sm">
        {about}
      </Text>
      {error !== null && <Problem error={error} />}
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {commonTexts.cancel}
        </Button>
        <Button color="red" loading={isPending} onClick={onConfirm}>
          {verb}
        </Button>
      </Group>
    </Modal>
  );
}
