/** Asks before changes that are not saved are left behind. */
import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { commonTexts } from '../../texts/common.ts';
import { workflowTexts } from '../../texts/workflows.ts';

const texts = workflowTexts.page;

export function LeaveGuard({ isDirty }: { readonly isDirty: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isDirty && current.pathname !== next.pathname,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={texts.unsavedTitle}
      closeButtonProps={{ 'aria-label': commonTexts.close }}
    >
      <Text size="sm">{texts.unsavedHelp}</Text>
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={() => reset?.()} data-autofocus>
          {texts.stay}
        </Button>
        <Button color="red" onClick={() => proceed?.()}>
          {texts.leave}
        </Button>
      </Group>
    </Modal>
  );
}
