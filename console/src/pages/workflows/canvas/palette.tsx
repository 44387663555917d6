/** The types of steps, to be dragged onto the canvas or pressed. */
import { Button, Group, Text } from '@mantine/core';
import { useId } from 'react';
import { workflowTexts } from '../../../texts/workflows.ts';
import { kinds } from '../forms/kinds.ts';
import { dragType } from './canvas.tsx';
import { StepIcon } from './step-icon.tsx';

const texts = workflowTexts.draw;

export function StepPalette({ onAdd }: { readonly onAdd: (type: string) => void }) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <Text size="xs" c="dimmed" mb={6}>
        <b id={id}>{texts.palette}</b> {texts.paletteHint}
      </Text>
      <Group gap={6}>
        {Object.keys(kinds).map((type) => (
          <Button
            key={type}
            size="compact-sm"
            variant="default"
            leftSection={<StepIcon type={type} />}
            title={workflowTexts.kinds[type]?.about}
            draggable
            onDragStart={({ dataTransfer }) => {
              dataTransfer.setData(dragType, type);
              dataTransfer.effectAllowed = 'copy';
            }}
            onClick={() => onAdd(type)}
          >
            {workflowTexts.kinds[type]?.label}
          </Button>
        ))}
      </Group>
    </section>
  );
}
