/** A condition that may be left out. */
import { Checkbox, Stack } from '@mantine/core';
import { workflowTexts } from '../../../texts/workflows.ts';
import { firstCondition, isCondition } from './condition.ts';
import { ConditionInput } from './condition-input.tsx';

interface OptionalConditionProps {
  readonly label: string;
  readonly value: unknown;
  readonly isReadOnly: boolean;
  readonly onChange: (value: Readonly<Record<string, unknown>> | undefined) => void;
}

export function OptionalCondition({ label, value, isReadOnly, onChange }: OptionalConditionProps) {
  return (
    <Stack gap="xs">
      <Checkbox
        label={label}
        size="xs"
        disabled={isReadOnly}
        checked={value !== undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked ? firstCondition : undefined)}
      />
      {isCondition(value) && (
        <ConditionInput
          legend={workflowTexts.condition.how}
          value={value}
          isReadOnly={isReadOnly}
          onChange={onChange}
        />
      )}
    </Stack>
  );
}
