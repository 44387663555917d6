/** Registers an auditor in the catalog, by the address where it runs or by its image. */
import type { WriteAuditorInput } from '@assay/client';
import { Button, Drawer, Group, SegmentedControl, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Problem } from '../../parts/problem.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';
import { commonTexts } from '../../texts/common.ts';
import { keyOf } from './key-of.ts';
import { parseJson } from './parse-json.ts';

const texts = auditorsTexts.register;
const empty = { by: 'url', url: '', image: '', vocabulary: '', name: '', description: '', category: '', phase: '' };

interface RegisterAuditorProps {
  readonly isOpen: boolean;
  readonly onChange: (isOpen: boolean) => void;
}

export function RegisterAuditor({ isOpen, onChange }: RegisterAuditorProps) {
  const mayCreate = useMay('auditors.create');
  const queries = useQueryClient();
  const [form, setForm] = useState(empty);
  const vocabulary = parseJson(form.vocabulary);
  const isByUrl = form.by === 'url';
  const create = useMutation({
    mutationFn: () => api.auditors.create({ body: toBody(form) }),
    onSuccess: async ({ id }) => {
      setForm(empty);
      onChange(false);
      notifications.show({ color: 'green', title: texts.saved(id), message: texts.next });
      await queries.invalidateQueries({ queryKey: ['auditors.list'] });
    },
  });
  if (!mayCreate) return null;
  const set = (name: keyof typeof empty) => (value: string | null) =>
    setForm((old) => ({ ...old, [name]: value ?? '' }));
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (vocabulary.kind !== 'wrong') create.mutate();
  };
  const choices = (words: Readonly<Record<string, string>>) => [
    { value: '', label: texts.asDeclared },
    ...Object.entries(words).map(([value, label]) => ({ value, label })),
  ];
  return (
    <>
      <Button onClick={() => onChange(true)}>{texts.action}</Button>
      <Drawer
        opened={isOpen}
        onClose={() => onChange(false)}
        position="right"
        size="lg"
        title={texts.title}
        closeButtonProps={{ 'aria-label': commonTexts.close }}
      >
        <form onSubmit={send}>
          <Stack>
            <SegmentedControl
              aria-label={texts.by}
              value={form.by}
              onChange={set('by')}
              data={[
                { value: 'url', label: texts.byUrl },
                { value: 'image', label: texts.byImage },
              ]}
            />
            {isByUrl ? (
              <TextInput
                label={texts.url}
                description={texts.urlAbout}
                placeholder={texts.urlHint}
                type="url"
                required
                value={form.url}
                onChange={({ currentTarget }) => set('url')(currentTarget.value)}
              />
            ) : (
              <TextInput
                label={texts.image}
                placeholder={texts.imageHint}
                required
                value={form.image}
                onChange={({ currentTarget }) => set('image')(currentTarget.value)}
              />
            )}
            <Textarea
              label={texts.vocabulary}
              description={isByUrl ? texts.vocabularyOptional : texts.vocabularyAbout}
              required={!isByUrl}
              autosize
              minRows={3}
              maxRows={12}
              spellCheck={false}
              value={form.vocabulary}
              error={vocabulary.kind === 'wrong' ? texts.notJson : undefined}
              onChange={({ currentTarget }) => set('vocabulary')(currentTarget.value)}
            />
            <TextInput
              label={texts.name}
              value={form.name}
              onChange={({ currentTarget }) => set('name')(currentTarget.value)}
            />
            <Textarea
              label={texts.description}
              value={form.description}
              onChange={({ currentTarget }) => set('description')(currentTarget.value)}
            />
            <Select
              label={texts.category}
              data={choices(auditorsTexts.categories)}
              value={form.category}
              onChange={set('category')}
            />
            <Select
              label={texts.phase}
              data={choices(auditorsTexts.phases)}
              value={form.phase}
              onChange={set('phase')}
            />
            <Text size="xs" c="dimmed">
              {texts.next}
            </Text>
            {create.error !== null && <Problem error={create.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => onChange(false)}>
                {commonTexts.cancel}
              </Button>
              <Button type="submit" loading={create.isPending} disabled={vocabulary.kind === 'wrong'}>
                {texts.save}
              </Button>
            </Group>
          </Stack>
        </form>
      </Drawer>
    </>
  );
}

function toBody({ by, url, image, vocabulary, name, description, category, phase }: typeof empty): WriteAuditorInput {
  const parsed = parseJson(vocabulary);
  return {
    ...(by === 'url' ? { url: url.trim() } : { image: image.trim() }),
    ...(parsed.kind === 'value' ? { vocabulary: parsed.value } : {}),
    ...(name.trim() === '' ? {} : { name: name.trim() }),
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    category: keyOf(auditorsTexts.categories, category),
    phase: keyOf(auditorsTexts.phases, phase),
  };
}
