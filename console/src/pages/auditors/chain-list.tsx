/** One list of auditors in order: dragged with a pointer, moved with buttons. */
import { ActionIcon, Select, Text } from '@mantine/core';
import { ArrowDownIcon, ArrowUpIcon, Cross2Icon, DragHandleDots2Icon } from '@radix-ui/react-icons';
import { useId, useState } from 'react';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';
import { moved } from './chain.ts';

const texts = auditorsTexts.chain;

interface ChainListProps {
  readonly title: string;
  readonly ids: readonly string[];
  readonly nameOf: (id: string) => string;
  /** Ids that may be added. */
  readonly addable: readonly string[];
  readonly mayChange: boolean;
  readonly onChange: (ids: readonly string[], said: string) => void;
}

export function ChainList({ title, ids, nameOf, addable, mayChange, onChange }: ChainListProps) {
  const [dragged, setDragged] = useState<number>();
  const titleId = useId();
  const move = (from: number, to: number) => {
    const id = ids[from];
    if (id === undefined || to < 0 || to >= ids.length) return;
    onChange(moved(ids, from, to), texts.moved(nameOf(id), to + 1, ids.length));
  };
  return (
    <div>
      <Text size="sm" fw={600} id={titleId} mb={6}>
        {title}
      </Text>
      {ids.length === 0 && (
        <Text size="sm" c="dimmed" mb={6}>
          {texts.nobody}
        </Text>
      )}
      <ol className="chain-list" aria-labelledby={titleId}>
        {ids.map((id, index) => (
          <li
            key={id}
            draggable={mayChange}
            data-dragged={dragged === index}
            onDragStart={(event) => {
              event.dataTransfer.effectAllowed = 'move';
              event.dataTransfer.setData('text/plain', id);
              setDragged(index);
            }}
            onDragOver={(event) => {
              if (dragged === undefined) return;
              event.preventDefault();
              if (dragged === index) return;
              move(dragged, index);
              setDragged(index);
            }}
            onDrop={(event) => event.preventDefault()}
            onDragEnd={() => setDragged(undefined)}
          >
            {mayChange && <DragHandleDots2Icon aria-hidden />}
            <Text size="sm" style={{ flex: 1 }}>
              {index + 1}. <ForeignText text={nameOf(id)} maxLength={80} />{' '}
              <Text span size="xs" c="dimmed" className="mono">
                <ForeignText text={id} maxLength={64} />
              </Text>
            </Text>
            {mayChange && (
              <>
                <ActionIcon
                  variant="default"
                  size="md"
                  aria-label={texts.up(nameOf(id))}
                  data-disabled={index === 0 || undefined}
                  aria-disabled={index === 0}
                  onClick={() => move(index, index - 1)}
                >
                  <ArrowUpIcon />
                </ActionIcon>
                <ActionIcon
                  variant="default"
                  size="md"
                  aria-label={texts.down(nameOf(id))}
                  data-disabled={index === ids.length - 1 || undefined}
                  aria-disabled={index === ids.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <ArrowDownIcon />
                </ActionIcon>
                <ActionIcon
                  variant="default"
                  size="md"
                  aria-label={texts.remove(nameOf(id))}
                  onClick={() =>
                    onChange(
                      ids.filter((each) => each !== id),
                      texts.removed(nameOf(id)),
                    )
                  }
                >
                  <Cross2Icon />
                </ActionIcon>
              </>
            )}
          </li>
        ))}
      </ol>
      {mayChange && addable.length > 0 && (
        <Select
          label={texts.add}
          placeholder={texts.addHint}
          size="xs"
          maw={280}
          searchable
          value={null}
          data={addable.map((id) => ({ value: id, label: nameOf(id) }))}
          onChange={(id) => id !== null && onChange([...ids, id], texts.added(nameOf(id)))}
        />
      )}
    </div>
  );
}
