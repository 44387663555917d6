/** Undo, layout and saving, above the canvas. */
import { Button, Group, Text } from '@mantine/core';
import { CheckIcon, MagicWandIcon, ResetIcon } from '@radix-ui/react-icons';
import { workflowTexts } from '../../texts/workflows.ts';
import { layOut } from './draft/layout.ts';
import type { Draft } from './draft/use-draft.ts';

const texts = workflowTexts.draw;

export function DrawToolbar({ draft }: { readonly draft: Draft }) {
  const { definition, isDirty, canUndo, canRedo, save } = draft;
  return (
    <Group gap="xs" role="group" aria-label={texts.tools}>
      <Button size="xs" variant="default" leftSection={<ResetIcon />} disabled={!canUndo} onClick={draft.undo}>
        {texts.undo}
      </Button>
      <Button size="xs" variant="default" disabled={!canRedo} onClick={draft.redo}>
        {texts.redo}
      </Button>
      <Button
        size="xs"
        variant="default"
        leftSection={<MagicWandIcon />}
        onClick={() => draft.changeGraph(layOut(definition.graph))}
      >
        {texts.layout}
      </Button>
      <Button size="xs" disabled={!isDirty} loading={save.isPending} onClick={() => save.mutate()}>
        {texts.save}
      </Button>
      <Text size="xs" c="dimmed" role="status">
        {isDirty ? (
          texts.unsaved
        ) : (
          <>
            <CheckIcon width={12} /> {texts.saved}
          </>
        )}
      </Text>
    </Group>
  );
}
