/** Registers the image of an auditor as a draft. */
import { Button, Drawer, Group, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { toShown } from '../../../../src/contract/shown-text.ts';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Problem } from '../../parts/problem.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';
import { commonTexts } from '../../texts/common.ts';
import { keyOf } from './key-of.ts';

const texts = auditorsTexts.releases;
const longestName = 80;
const mostListed = 100;
const empty = {
  name: '',
  version: '',
  image: '',
  vocabularyDigest: '',
  schemaVersion: '2.0',
  phase: '',
  interfaces: 'health,claims,vocabulary',
  category: 'security',
  description: '',
  publisher: '',
  signature: '',
};

export function RegisterRelease({ onRegistered }: { readonly onRegistered: (id: string) => void }) {
  const mayCreate = useMay('registeredAuditors.create');
  const mayPublishers = useMay('publishers.list');
  const queries = useQueryClient();
  const [isOpen, drawer] = useDisclosure(false);
  const [form, setForm] = useState(empty);
  const publishers = useQuery({
    queryKey: ['publishers.list', 'picker'],
    queryFn: ({ signal }) => api.publishers.list({ limit: mostListed }, { signal }),
    enabled: isOpen && mayPublishers,
  });
  const create = useMutation({
    mutationFn: () => api.registeredAuditors.create({ body: toBody(form) }),
    onSuccess: async ({ id }) => {
      setForm(empty);
      drawer.close();
      onRegistered(id);
      await queries.invalidateQueries({ queryKey: ['registeredAuditors.list'] });
    },
  });
  if (!mayCreate) return null;
  const set = (name: keyof typeof empty) => (value: string | null) =>
    setForm((old) => ({ ...old, [name]: value ?? '' }));
  const field = (name: keyof typeof empty, label: string, hint = '') => (
    <TextInput
      label={label}
      placeholder={hint}
      required
      value={form[name]}
      onChange={({ currentTarget }) => set(name)(currentTarget.value)}
    />
  );
  const send = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  return (
    <>
      <Button variant="default" size="xs" onClick={drawer.open}>
        {texts.action}
      </Button>
      <Drawer
        opened={isOpen}
        onClose={drawer.close}
        position="right"
        size="lg"
        title={texts.action}
        closeButtonProps={{ 'aria-label': commonTexts.close }}
      >
        <form onSubmit={send}>
          <Stack gap="sm">
            {field('name', texts.name)}
            {field('version', texts.version)}
            {field('image', texts.image, texts.imageHint)}
            {field('vocabularyDigest', texts.digest, texts.digestHint)}
            {field('phase', texts.phase, texts.phaseHint)}
            {field('interfaces', texts.interfaces)}
            {field('schemaVersion', texts.schemaVersion)}
            <Select
              label={texts.category}
              data={Object.entries(auditorsTexts.categories).map(([value, label]) => ({ value, label }))}
              value={form.category}
              allowDeselect={false}
              onChange={set('category')}
            />
            <Textarea
              label={texts.description}
              value={form.description}
              onChange={({ currentTarget }) => set('description')(currentTarget.value)}
            />
            <Select
              label={texts.publisher}
              data={[
                { value: '', label: texts.publisherNone },
                ...(publishers.data?.items ?? []).map(({ id, name }) => ({
                  value: id,
                  label: toShown(name, longestName),
                })),
              ]}
              value={form.publisher}
              onChange={set('publisher')}
            />
            {form.publisher !== '' && (
              <Textarea
                label={texts.signature}
                required
                spellCheck={false}
                value={form.signature}
                onChange={({ currentTarget }) => set('signature')(currentTarget.value)}
              />
            )}
            {create.error !== null && <Problem error={create.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={drawer.close}>
                {commonTexts.cancel}
              </Button>
              <Button type="submit" loading={create.isPending}>
                {texts.save}
              </Button>
            </Group>
          </Stack>
        </form>
      </Drawer>
    </>
  );
}

function toBody(form: typeof empty) {
  const { name, version, image, vocabularyDigest, schemaVersion, phase, interfaces } = form;
  const { category, description, publisher, signature } = form;
  return {
    name: name.trim(),
    version: version.trim(),
    image: image.trim(),
    labels: { schema_version: schemaVersion.trim(), phase: phase.trim(), interfaces: interfaces.trim() },
    vocabulary_digest: vocabularyDigest.trim(),
    category: keyOf(auditorsTexts.categories, category) ?? 'security',
    ...(description.trim() === '' ? {} : { description: description.trim() }),
    ...(publisher === '' ? {} : { publisher_id: publisher, signature: signature.trim() }),
  } as const;
}
