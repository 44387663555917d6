/** Asks for a reason before something that others will feel. */
import { Button, Group, Modal, Text, Textarea } from '@mantine/core';
import { type FormEvent, type ReactNode, useState } from 'react';
import { commonTexts as texts } from '../texts/common.ts';
import { Problem } from './problem.tsx';

interface AskReasonProps {
  readonly isOpen: boolean;
  readonly title: string;
  readonly about: ReactNode;
  /** Word of the button, such as "Suspend". */
  readonly verb: string;
  /** False lets the reason be empty; true if absent. */
  readonly isRequired?: boolean;
  readonly isDangerous?: boolean;
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly onClose: () => void;
  readonly onConfirm: (reason: string) => void;
}

export function AskReason(props: AskReasonProps) {
  const {
    isOpen,
    title,
    about,
    verb,
    isRequired = true,
    isDangerous = false,
    isPending,
    error,
    onClose,
    onConfirm,
  } = props;
  const [reason, setReason] = useState('');
  const send = (event: FormEvent) => {
    event.preventDefault();
    onConfirm(reason.trim());
  };
  return (
    <Modal opened={isOpen} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': texts.close }}>
      <form onSubmit={send}>
        <Text component="div" size="sm" mb="sm">
          {about}
        </Text>
        <Textarea
          label={texts.reason}
          description={texts.reasonHint}
          value={reason}
          onChange={({ currentTarget }) => setReason(currentTarget.value)}
          required={isRequired}
          maxLength={500}
          autosize
          minRows={2}
          data-autofocus
        />
        {error !== null && <Problem error={error} />}
        <Group mt="md" justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <Button type="submit" loading={isPending} {...(isDangerous ? { color: 'red' } : {})}>
            {verb}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
