/** What can be done with a registered auditor. */
import type { CatalogAuditor } from '@assay/client';
import { Button, Group, Modal, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Problem } from '../../parts/problem.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';
import { commonTexts } from '../../texts/common.ts';

const texts = auditorsTexts.auditor;

export function AuditorActions({ auditor: { id, url, revision } }: { readonly auditor: CatalogAuditor }) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const mayRefresh = useMay('auditors.refresh');
  const mayRemove = useMay('auditors.remove');
  const [isOpen, dialog] = useDisclosure(false);
  const [typed, setTyped] = useState('');
  const readAgain = () =>
    Promise.all(
      ['auditors.list', 'auditors.get', 'auditors.schema', 'auditors.history'].map((key) =>
        queries.invalidateQueries({ queryKey: [key] }),
      ),
    );
  const refresh = useMutation({
    mutationFn: () => api.auditors.refresh({ id }),
    onSuccess: async () => {
      await readAgain();
      notifications.show({ color: 'green', message: texts.refreshed });
    },
  });
  const remove = useMutation({
    mutationFn: () => api.auditors.remove({ id, ifMatch: revision }),
    onSuccess: async () => {
      await navigate({ to: '/auditors' });
      queries.removeQueries({ queryKey: ['auditors.get', id] });
      await queries.invalidateQueries({ queryKey: ['auditors.list'] });
    },
  });
  return (
    <div>
      <Group gap="xs">
        {mayRefresh && url !== undefined && (
          <Button size="xs" variant="default" loading={refresh.isPending} onClick={() => refresh.mutate()}>
            {texts.refresh}
          </Button>
        )}
        {mayRemove && (
          <Button size="xs" variant="light" color="red" onClick={dialog.open}>
            {texts.remove}
          </Button>
        )}
      </Group>
      {refresh.error !== null && <Problem error={refresh.error} />}
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        title={texts.removeTitle}
        closeButtonProps={{ 'aria-label': commonTexts.close }}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            remove.mutate();
          }}
        >
          <Text size="sm" mb="sm">
            {texts.removeAbout}
          </Text>
          <TextInput
            label={texts.typeId(id)}
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            data-autofocus
          />
          {remove.error !== null && <Problem error={remove.error} />}
          <Group mt="md" justify="flex-end">
            <Button variant="default" onClick={dialog.close}>
              {commonTexts.cancel}
            </Button>
            <Button type="submit" color="red" disabled={typed !== id} loading={remove.isPending}>
              {texts.remove}
            </Button>
          </Group>
        </form>
      </Modal>
    </div>
  );
}
