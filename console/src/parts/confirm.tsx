/** Says what will happen and asks to go on, where the call takes no reason. */
import { Button, Group, Modal, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { commonTexts as texts } from '../texts/common.ts';
import { Problem } from './problem.tsx';

interface ConfirmProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly about: ReactNode;
  readonly verb: string;
  readonly isDangerous?: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onClose: () => void;
  readonly onConfirm: () => void;
}

export function Confirm(props: ConfirmProps) {
  const { isOpen, title, about, verb, isDangerous = false, isPending, error, onClose, onConfirm } = props;
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      <Text component="div" size="sm">
        {about}
      </Text>
      {error !== null && <Problem error={error} />}
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.cancel}
        </Button>
        <Button onClick={onConfirm} loading={isPending} {...(isDangerous ? { color: 'red' } : {})}>
          {verb}
        </Button>
      </Group>
    </Modal>
  );
}
