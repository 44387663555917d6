/** Links by which people without an account read a passport: make, list, take back. */
import type { PassportLink } from '@assay/client';
import { Badge, Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Problem } from '../../parts/problem.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { commonTexts } from '../../texts/common.ts';
import { verifyTexts } from '../../texts/verify.ts';
import { NewLink } from './new-link.tsx';

const texts = verifyTexts.links;
const colours: Readonly<Record<string, string>> = { active: 'green', expired: 'gray', revoked: 'red' };
const pageSize = 50;

export function PassportLinks({ id }: { readonly id: string }) {
  const mayMake = useMay('passports.createLink');
  const mayTakeBack = useMay('passports.revokeLink');
  const [chosen, setChosen] = useState<PassportLink>();
  const { items, query } = usePages({
    key: ['passports.listLinks', id],
    read: (cursor, signal) => api.passports.listLinks({ id, limit: pageSize, cursor }, { signal }),
  });
  return (
    <Stack>
      <Panel title={texts.title} about={texts.about}>
        {mayMake ? <NewLink id={id} /> : <Text size="sm">{texts.locked}</Text>}
      </Panel>
      <Panel title={texts.list}>
        {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
        {query.data !== undefined && items.length === 0 && <Text size="sm">{texts.none}</Text>}
        <Stack gap="sm">
          {items.map((link) => (
            <LinkLine key={link.id} link={link} {...(mayTakeBack ? { onTakeBack: () => setChosen(link) } : {})} />
          ))}
        </Stack>
        {query.hasNextPage && (
          <Button size="xs" variant="default" mt="sm" onClick={() => void query.fetchNextPage()}>
            {commonTexts.more}
          </Button>
        )}
      </Panel>
      {chosen !== undefined && <TakeBack link={chosen} onClose={() => setChosen(undefined)} />}
    </Stack>
  );
}

function LinkLine({ link, onTakeBack }: { readonly link: PassportLink; readonly onTakeBack?: () => void }) {
  const { label, state, created_at: made, created_by: who, expires_at: end } = link;
  const word = Object.entries(texts.states).find(([name]) => name === state)?.[1] ?? state;
  return (
    <Group justify="space-between">
      <div>
        <Group gap="xs">
          <Text size="sm" fw={600}>
            <ForeignText text={label === '' ? texts.noLabel : label} maxLength={120} />
          </Text>
          <Badge color={colours[state] ?? 'gray'}>{word}</Badge>
        </Group>
        <Text size="xs" c="dimmed">
          {texts.made_by('')}
          <ForeignText text={who} maxLength={80} /> <TimeAgo value={made} />, {texts.expires.toLowerCase()}{' '}
          {end === null ? texts.never.toLowerCase() : <TimeAgo value={end} />}
        </Text>
      </div>
      {state === 'active' && onTakeBack !== undefined && (
        <Button size="xs" variant="default" onClick={onTakeBack}>
          {texts.takeBack}
        </Button>
      )}
    </Group>
  );
}

function TakeBack({ link, onClose }: { readonly link: PassportLink; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: () => api.passports.revokeLink({ id: link.passport_id, link_id: link.id }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['passports.listLinks'] });
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title={texts.takeBackTitle} closeButtonProps={{ 'aria-label': commonTexts.close }}>
      <Text size="sm" fw={600}>
        <ForeignText text={link.label === '' ? texts.noLabel : link.label} />
      </Text>
      <Text size="sm">{texts.takeBackAbout}</Text>
      {revoke.error !== null && <Problem error={revoke.error} />}
      <Group mt="md" justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          {texts.keep}
        </Button>
        <Button color="red" loading={revoke.isPending} onClick={() => revoke.mutate()}>
          {texts.takeBack}
        </Button>
      </Group>
    </Modal>
  );
}
