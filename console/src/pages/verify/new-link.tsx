/** Makes a link. Its address is in the answer only, so it is shown until the person has it. */
import { Alert, Button, Code, CopyButton, Group, Select, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { Problem } from '../../parts/problem.tsx';
import { commonTexts } from '../../texts/common.ts';
import { verifyTexts } from '../../texts/verify.ts';

const texts = verifyTexts.links;
const dayMs = 86_400_000;
/** Days until a link expires, by the value of the field. */
const lengths = [
  { value: '1', label: texts.inDay },
  { value: '7', label: texts.inWeek },
  { value: '30', label: texts.inMonth },
  { value: '', label: texts.never },
];

export function NewLink({ id }: { readonly id: string }) {
  const queries = useQueryClient();
  const [label, setLabel] = useState('');
  const [days, setDays] = useState('7');
  const create = useMutation({
    mutationFn: () => {
      const end = days === '' ? undefined : new Date(Date.now() + Number(days) * dayMs).toISOString();
      return api.passports.createLink({ id, body: { label: label.trim(), expires_at: end } });
    },
    onSuccess: async () => {
      setLabel('');
      await queries.invalidateQueries({ queryKey: ['passports.listLinks', id] });
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  if (create.data !== undefined) return <MadeLink url={create.data.url} onDone={create.reset} />;
  return (
    <form onSubmit={send}>
      <Group align="flex-end">
        <TextInput
          label={texts.label}
          description={texts.labelHint}
          value={label}
          maxLength={200}
          onChange={({ currentTarget }) => setLabel(currentTarget.value)}
        />
        <Select
          label={texts.expires}
          data={lengths}
          value={days}
          onChange={(value) => setDays(value ?? '')}
          allowDeselect={false}
        />
        <Button type="submit" loading={create.isPending}>
          {texts.create}
        </Button>
      </Group>
      {create.error !== null && <Problem error={create.error} />}
    </form>
  );
}

function MadeLink({ url, onDone }: { readonly url: string; readonly onDone: () => void }) {
  return (
    <Alert color="green" title={texts.made} role="status">
      <Code block>{url}</Code>
      <Group mt="sm">
        <CopyButton value={url}>
          {({ copied, copy }) => (
            <Button size="xs" onClick={copy}>
              {copied ? commonTexts.copied : texts.copy}
            </Button>
          )}
        </CopyButton>
        <Button size="xs" variant="default" onClick={onDone}>
          {texts.done}
        </Button>
      </Group>
    </Alert>
  );
}
