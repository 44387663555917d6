/** A secret or a link that no later answer shows. It lives in this dialog only. */
import { Alert, Button, Code, CopyButton, Group, Modal, Stack } from '@mantine/core';
import { recordTexts as texts } from '../texts/records.ts';

interface ShownOnceProps {
  readonly title: string;
  /** What it is for. */
  readonly about: string;
  /** Undefined closes the dialog. */
  readonly value: string | undefined;
  readonly onClose: () => void;
}

export function ShownOnce({ title, about, value, onClose }: ShownOnceProps) {
  return (
    <Modal
      opened={value !== undefined}
      onClose={onClose}
      title={title}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
      size="lg"
    >
      <Stack gap="sm">
        <Alert color="yellow" title={texts.once}>
          {about}
        </Alert>
        <Code block className="foreign" tabIndex={0} aria-label={title}>
          {value}
        </Code>
        <Group justify="flex-end">
          <CopyButton value={value ?? ''}>
            {({ copied, copy }) => (
              <Button variant="default" onClick={copy} data-autofocus>
                {copied ? texts.copied : texts.copy}
              </Button>
            )}
          </CopyButton>
          <Button onClick={onClose}>{texts.stored}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}
