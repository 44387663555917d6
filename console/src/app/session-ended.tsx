/** Says that the session has ended, over the page, so that an open form keeps what was typed. */
import { Button, Group, Modal, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { watchSessionEnd } from '../api/client.ts';
import { sessionQuery, useSession } from '../api/session.ts';
import { createOpener, useOpener } from '../parts/opener.ts';
import { commonTexts as texts } from '../texts/common.ts';

const opener = createOpener();

export function SessionEnded() {
  const isOpen = useOpener(opener);
  const session = useSession();
  const queries = useQueryClient();
  useEffect(() => watchSessionEnd(opener.open), []);

  const goOn = async () => {
    const fresh = await queries.fetchQuery({ ...sessionQuery, staleTime: 0 });
    if (!fresh.signed_in) return;
    opener.close();
    await queries.invalidateQueries();
  };
  return (
    <Modal
      opened={isOpen}
      onClose={opener.close}
      title={texts.session.ended}
      closeButtonProps={{ 'aria-label': texts.close }}
    >
      <Text size="sm">{texts.session.endedHelp}</Text>
      <Group mt="md" justify="flex-end">
        <Button component="a" href={session?.sign_in_url ?? '/'} target="_blank" rel="noopener" variant="default">
          {texts.session.again}
        </Button>
        <Button onClick={() => void goOn()}>{texts.session.goOn}</Button>
      </Group>
    </Modal>
  );
}
