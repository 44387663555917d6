/** The agent of an evaluation, and settings of auditors that count for this call alone. */
import { Stack, Textarea } from '@mantine/core';
import { playgroundTexts } from '../../texts/playground.ts';
import { AgentField } from './lane-fields.tsx';
import type { Lane } from './use-lanes.ts';

const texts = playgroundTexts.evaluate;

interface EvaluateSettingsProps {
  readonly lane: Lane;
  readonly config: string;
  readonly isWrong: boolean;
  readonly onConfig: (text: string) => void;
}

export function EvaluateSettings({ lane, config, isWrong, onConfig }: EvaluateSettingsProps) {
  return (
    <Stack gap="sm">
      <AgentField lane={lane} />
      <Textarea
        label={texts.settings}
        description={texts.settingsHelp}
        value={config}
        onChange={({ currentTarget }) => onConfig(currentTarget.value)}
        error={isWrong ? texts.notJson : undefined}
        autosize
        minRows={3}
        maxRows={14}
        spellCheck={false}
        classNames={{ input: 'mono' }}
      />
    </Stack>
  );
}
