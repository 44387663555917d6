/** Shows a secret that no later answer holds. Closing without having copied it asks once more. */
import { Alert, Button, CopyButton, Group, Modal, PasswordInput, Stack, Text } from '@mantine/core';
import { ExclamationTriangleIcon } from '@radix-ui/react-icons';
import { type ReactNode, useEffect, useState } from 'react';
import { commonTexts } from '../texts/common.ts';

export interface SecretTexts {
  readonly title: string;
  /** Why it has to be copied now. */
  readonly once: string;
  readonly label: string;
  /** What is lost by closing now. */
  readonly leave: string;
  readonly stay: string;
  readonly leaveAnyway: string;
  readonly done: string;
}

interface SecretOnceProps {
  /** The dialog is open while there is one. */
  readonly secret: string | undefined;
  readonly texts: SecretTexts;
  /** What else belongs to it, such as the client id. */
  readonly children?: ReactNode;
  readonly onClose: () => void;
}

export function SecretOnce({ secret, texts, children, onClose }: SecretOnceProps) {
  const [wasCopied, setWasCopied] = useState(false);
  const [isLeaving, setIsLeaving] = useState(false);
  const isOpen = secret !== undefined;
  useEffect(() => {
    if (!isOpen || wasCopied) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isOpen, wasCopied]);
  const leave = () => {
    setWasCopied(false);
    setIsLeaving(false);
    onClose();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={() => (wasCopied ? leave() : setIsLeaving(true))}
      title={texts.title}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': commonTexts.close }}
    >
      <Stack>
        <Alert color="yellow" icon={<ExclamationTriangleIcon />}>
          {texts.once}
        </Alert>
        {children}
        <Group align="flex-end" wrap="nowrap">
          <PasswordInput
            flex={1}
            label={texts.label}
            value={secret ?? ''}
            readOnly
            autoComplete="off"
            classNames={{ innerInput: 'mono' }}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onCopy={() => setWasCopied(true)}
          />
          <CopyButton value={secret ?? ''}>
            {({ copied, copy }) => (
              <Button
                data-autofocus
                onClick={() => {
                  copy();
                  setWasCopied(true);
                  setIsLeaving(false);
                }}
              >
                {copied ? commonTexts.copied : commonTexts.copy}
              </Button>
            )}
          </CopyButton>
        </Group>
        {isLeaving ? (
          <Alert color="red" role="alert">
            <Text size="sm">{texts.leave}</Text>
            <Group mt="sm">
              <Button variant="default" size="xs" onClick={() => setIsLeaving(false)}>
                {texts.stay}
              </Button>
              <Button color="red.9" size="xs" onClick={leave}>
                {texts.leaveAnyway}
              </Button>
            </Group>
          </Alert>
        ) : (
          <Group justify="flex-end">
            <Button variant="default" onClick={() => (wasCopied ? leave() : setIsLeaving(true))}>
              {texts.done}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  );
}
