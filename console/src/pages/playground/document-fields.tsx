/** Documents that are judged with the text, or that an answer is compared with. */
import { Button, CloseButton, Fieldset, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { playgroundTexts } from '../../texts/playground.ts';
import type { TypedDocument } from './evaluation-body.ts';

const texts = playgroundTexts.evaluate;
const most = 20;

interface DocumentFieldsProps {
  readonly documents: readonly TypedDocument[];
  readonly onChange: (documents: readonly TypedDocument[]) => void;
}

export function DocumentFields({ documents, onChange }: DocumentFieldsProps) {
  const change = (key: number, part: Partial<TypedDocument>) =>
    onChange(documents.map((one) => (one.key === key ? { ...one, ...part } : one)));
  const add = () => {
    const key = Math.max(0, ...documents.map((one) => one.key)) + 1;
    onChange([...documents, { key, source: '', text: '' }]);
  };
  return (
    <Fieldset legend={texts.documents} variant="unstyled">
      <Text size="xs" c="dimmed" mb="xs">
        {texts.documentsHelp}
      </Text>
      <Stack gap="sm">
        {documents.map(({ key, source, text }, index) => (
          <Fieldset key={key} legend={texts.document(index + 1)}>
            <Group align="flex-end" wrap="nowrap">
              <TextInput
                flex={1}
                label={texts.source}
                value={source}
                onChange={({ currentTarget }) => change(key, { source: currentTarget.value })}
                maxLength={200}
              />
              <CloseButton
                aria-label={texts.remove(index + 1)}
                onClick={() => onChange(documents.filter((one) => one.key !== key))}
              />
            </Group>
            <Textarea
              label={texts.text}
              value={text}
              onChange={({ currentTarget }) => change(key, { text: currentTarget.value })}
              autosize
              minRows={3}
              maxRows={12}
            />
          </Fieldset>
        ))}
        {documents.length < most && (
          <Button variant="default" size="xs" leftSection={<PlusIcon />} onClick={add} w="max-content">
            {texts.add}
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}
