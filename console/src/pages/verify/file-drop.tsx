/** Takes files by drop or choice, and pasted text. */
import { ActionIcon, Button, FileButton, Group, List, Stack, Text, Textarea } from '@mantine/core';
import { Cross2Icon } from '@radix-ui/react-icons';
import { type DragEvent, useEffect, useState } from 'react';
import { toCount } from '../../parts/count.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { verifyTexts } from '../../texts/verify.ts';
import { type CheckFile, maxFileBytes } from './check-file.ts';

const texts = verifyTexts.drop;

interface FileDropProps {
  readonly files: readonly CheckFile[];
  readonly onChange: (files: readonly CheckFile[]) => void;
}

export function FileDrop({ files, onChange }: FileDropProps) {
  const [isOver, setIsOver] = useState(false);
  const [tooLarge, setTooLarge] = useState<string>();
  useKeepPage();
  const add = async (chosen: readonly File[]) => {
    const large = chosen.find(({ size }) => size > maxFileBytes);
    setTooLarge(large?.name);
    if (large !== undefined || chosen.length === 0) return;
    const read = chosen.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) }));
    onChange([...files, ...(await Promise.all(read))]);
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    void add([...event.dataTransfer.files]);
  };
  return (
    <Stack gap="sm">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button beside does the same */}
      <div
        className="drop-zone"
        data-over={isOver}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      >
        <Text size="sm" mb="sm">
          {texts.hint}
        </Text>
        <FileButton onChange={(chosen) => void add(chosen)} multiple inputProps={{ 'aria-label': texts.label }}>
          {(props) => <Button {...props}>{texts.choose}</Button>}
        </FileButton>
      </div>
      {tooLarge !== undefined && (
        <Text size="sm" role="alert">
          {texts.tooLarge(tooLarge)}
        </Text>
      )}
      {files.length > 0 && <ChosenFiles files={files} onChange={onChange} />}
      <PasteText
        onAdd={(text) => {
          const count = files.filter(({ name }) => name.startsWith('pasted')).length + 1;
          onChange([...files, { name: texts.pastedName(count), bytes: new TextEncoder().encode(text) }]);
        }}
      />
    </Stack>
  );
}

function ChosenFiles({ files, onChange }: FileDropProps) {
  return (
    <div>
      <List size="sm" listStyleType="none" aria-label={texts.chosen}>
        {files.map(({ name, bytes }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
          <List.Item key={index}>
            <Group gap="xs" wrap="nowrap">
              <ActionIcon
                size="sm"
                variant="subtle"
                color="gray"
                aria-label={texts.remove(name)}
                onClick={() => onChange(files.filter((_, at) => at !== index))}
              >
                <Cross2Icon />
              </ActionIcon>
              <span>
                <ForeignText text={name} maxLength={80} />{' '}
                <Text span size="xs" c="dimmed">
                  {texts.size(toCount(bytes.length))}
                </Text>
              </span>
            </Group>
          </List.Item>
        ))}
      </List>
      <Button size="compact-xs" variant="subtle" onClick={() => onChange([])}>
        {texts.clear}
      </Button>
    </div>
  );
}

function PasteText({ onAdd }: { readonly onAdd: (text: string) => void }) {
  const [text, setText] = useState('');
  return (
    <div>
      <Textarea
        label={texts.paste}
        description={texts.pasteHint}
        value={text}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        minRows={2}
        maxRows={6}
        autosize
        spellCheck={false}
      />
      <Button
        size="xs"
        variant="default"
        mt="xs"
        disabled={text.trim() === ''}
        onClick={() => {
          onAdd(text);
          setText('');
        }}
      >
        {texts.add}
      </Button>
    </div>
  );
}

/** A file dropped beside the zone would replace the page. */
function useKeepPage(): void {
  useEffect(() => {
    const keep = (event: Event) => event.preventDefault();
    window.addEventListener('dragover', keep);
    window.addEventListener('drop', keep);
    return () => {
      window.removeEventListener('dragover', keep);
      window.removeEventListener('drop', keep);
    };
  }, []);
}
