/** A form in a dialog. What was typed stays when the call fails. */
import { Button, Group, Modal, Stack } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { commonTexts as texts } from '../texts/common.ts';
import { Problem } from './problem.tsx';

interface FormDialogProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly verb: string;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onClose: () => void;
  readonly onSend: () => void;
  readonly children: ReactNode;
}

export function FormDialog({ isOpen, title, verb, isPending, error, onClose, onSend, children }: FormDialogProps) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.close }} size="lg">
      <form onSubmit={send}>
        <Stack gap="sm">{children}</Stack>
        {error !== null && <Problem error={error} />}
        <Group mt="md" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={isPending}>
            {verb}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
