/** A dialog around a form. It stays open, with what was typed, until the call has succeeded. */
import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import type { FormEvent, ReactNode } from 'react';
import { Problem } from '../../parts/problem.tsx';
import { commonTexts } from '../../texts/common.ts';

interface FormDialogProps {
  readonly isOpen: boolean;
  readonly title: ReactNode;
  readonly about?: ReactNode;
  readonly verb: string;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onClose: () => void;
  readonly onSend: () => void;
  readonly children: ReactNode;
}

export function FormDialog({
  isOpen,
  title,
  about,
  verb,
  isPending,
  error,
  onClose,
  onSend,
  children,
}: FormDialogProps) {
  const send = (event: FormEvent) => {
    event.preventDefault();
    onSend();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={onClose}
      title={title}
      size="lg"
      // A slip of the mouse does not throw away what was typed.
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': commonTexts.close }}
    >
      <form onSubmit={send}>
        <Stack gap="sm">
          {about !== undefined && (
            <Text component="div" size="sm">
              {about}
            </Text>
          )}
          {children}
          {error !== null && <Problem error={error} />}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {commonTexts.cancel}
            </Button>
            <Button type="submit" loading={isPending}>
              {verb}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
