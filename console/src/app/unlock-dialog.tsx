/** Takes the operator token. It is sent once and never kept in the browser; the answer sets a cookie that no script can read. */
import { Button, Group, Modal, PasswordInput, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../api/client.ts';
import { takeSession } from '../api/session.ts';
import { createOpener, useOpener } from '../parts/opener.ts';
import { Problem } from '../parts/problem.tsx';
import { commonTexts as texts } from '../texts/common.ts';

const opener = createOpener();
export const openUnlock: () => void = opener.open;

export function UnlockDialog() {
  const isOpen = useOpener(opener);
  const queries = useQueryClient();
  const [token, setToken] = useState('');
  const unlock = useMutation({
    mutationFn: () => api.console.unlock({ body: { operator_token: token.trim() } }),
    onSuccess: async (session) => {
      setToken('');
      opener.close();
      await takeSession(queries, session);
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    unlock.mutate();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={opener.close}
      title={texts.session.unlockTitle}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <form onSubmit={send}>
        <Text size="sm" mb="sm">
          {texts.session.unlockHelp}
        </Text>
        <PasswordInput
          label={texts.session.token}
          value={token}
          onChange={({ currentTarget }) => setToken(currentTarget.value)}
          autoComplete="off"
          data-autofocus
          required
        />
        {unlock.error !== null && <Problem error={unlock.error} />}
        <Group mt="md" justify="flex-end">
          <Button type="submit" loading={unlock.isPending}>
            {texts.session.unlock}
          </Button>
        </Group>
      </form>
    </Modal>
  );
}
