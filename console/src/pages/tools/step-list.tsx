/** The state machine of an installation, drawn as steps. Each step says in a word where it stands. */
import type { Installation } from '@assay/client';
import { Badge, Group, Text, Timeline } from '@mantine/core';
import { CheckIcon, Cross2Icon, DotFilledIcon, MinusIcon } from '@radix-ui/react-icons';
import { toolsTexts } from '../../texts/tools.ts';
import { type Step, toSteps } from './installation-steps.ts';

const looks: Readonly<Record<Step['state'], { readonly colour: string; readonly Icon: typeof CheckIcon }>> = {
  done: { colour: 'green', Icon: CheckIcon },
  now: { colour: 'orange', Icon: DotFilledIcon },
  failed: { colour: 'red', Icon: Cross2Icon },
  skipped: { colour: 'gray', Icon: MinusIcon },
  next: { colour: 'gray', Icon: MinusIcon },
};

export function StepList({ installation }: { readonly installation: Installation }) {
  const steps = toSteps(installation);
  // The line is solid up to the last step that is done.
  const active = steps.reduce((last, { state }, index) => (state === 'next' ? last : index), 0);
  return (
    <Timeline bulletSize={22} lineWidth={2} active={active}>
      {steps.map(({ name, state }) => {
        const { colour, Icon } = looks[state];
        return (
          <Timeline.Item
            key={name}
            color={colour}
            bullet={<Icon width={14} aria-hidden />}
            title={
              <Group gap="xs" component="span">
                {toolsTexts.states[name]}
                <Badge size="xs" color={colour}>
                  {toolsTexts.stepStates[state]}
                </Badge>
              </Group>
            }
            {...(state === 'now' ? { 'aria-current': 'step' as const } : {})}
          >
            {state === 'now' && (
              <Text size="xs" c="dimmed">
                {toolsTexts.stateHelp[name]}
              </Text>
            )}
          </Timeline.Item>
        );
      })}
    </Timeline>
  );
}
