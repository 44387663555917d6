/** What a rule makes of a tool, with what this means. */
import type { CreateScopedToolInput } from '@assay/client';
import { Radio, Stack } from '@mantine/core';
import { keyOf } from '../../parts/labels.ts';
import { toolsTexts } from '../../texts/tools.ts';

const texts = toolsTexts.rules;
type Mode = CreateScopedToolInput['mode'];

interface ModeChoiceProps {
  readonly value: Mode;
  readonly onChange: (mode: Mode) => void;
}

export function ModeChoice({ value, onChange }: ModeChoiceProps) {
  return (
    <Radio.Group
      label={texts.mode}
      value={value}
      onChange={(chosen) => onChange(keyOf(texts.modes, chosen) ?? 'available')}
    >
      <Stack gap={6} mt={4}>
        {(Object.keys(texts.modes) as Mode[]).map((mode) => (
          <Radio key={mode} value={mode} label={texts.modes[mode]} description={texts.modeHelp[mode]} />
        ))}
      </Stack>
    </Radio.Group>
  );
}
