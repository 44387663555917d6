/** Asks before a page with unsaved changes is left. */
import { Button, Group, Modal, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { commonTexts } from '../../texts/common.ts';
import { policiesTexts } from '../../texts/policies.ts';

const texts = policiesTexts.leave;

export function LeaveGuard({ isChanged }: { readonly isChanged: boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => isChanged && current.pathname !== next.pathname,
    enableBeforeUnload: isChanged,
    withResolver: true,
  });
  return (
    <Modal
      opened={status === 'blocked'}
      onClose={() => reset?.()}
      title={texts.title}
      closeButtonProps={{ 'aria-label': commonTexts.close }}
    >
      <Text size="sm">{texts.help}</Text>
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={() => reset?.()} data-autofocus>
          {texts.stay}
        </Button>
        <Button color="red" onClick={() => proceed?.()}>
          {texts.go}
        </Button>
      </Group>
    </Modal>
  );
}
