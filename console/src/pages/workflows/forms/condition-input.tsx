/** A condition: one comparison as a form, or the whole as JSON. */
import { Fieldset, SegmentedControl, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { workflowTexts } from '../../../texts/workflows.ts';
import { type Condition, hasValue, isCondition, toComparison, toCondition } from './condition.ts';
import { JsonInput } from './json-input.tsx';

const texts = workflowTexts.condition;

interface ConditionInputProps {
  readonly legend: string;
  readonly value: Condition;
  readonly isReadOnly: boolean;
  readonly onChange: (value: Condition) => void;
}

export function ConditionInput({ legend, value, isReadOnly, onChange }: ConditionInputProps) {
  const comparison = toComparison(value);
  const [wantsJson, setWantsJson] = useState(comparison === undefined);
  const isForm = comparison !== undefined && !wantsJson;
  return (
    <Fieldset legend={legend} p="xs">
      <Stack gap={6}>
        <SegmentedControl
          size="xs"
          aria-label={texts.how}
          data={[
            { value: 'form', label: texts.form, disabled: comparison === undefined },
            { value: 'json', label: texts.json },
          ]}
          value={isForm ? 'form' : 'json'}
          onChange={(how) => setWantsJson(how === 'json')}
        />
        {isForm ? (
          <>
            <TextInput
              label={texts.pointer}
              description={texts.pointerHint}
              size="xs"
              classNames={{ input: 'mono' }}
              disabled={isReadOnly}
              value={comparison.pointer}
              onChange={({ currentTarget }) => onChange(toCondition({ ...comparison, pointer: currentTarget.value }))}
            />
            <Select
              label={texts.op}
              size="xs"
              disabled={isReadOnly}
              allowDeselect={false}
              data={Object.entries(texts.ops).map(([op, label]) => ({ value: op, label }))}
              value={comparison.op}
              onChange={(op) => op !== null && onChange(toCondition({ ...comparison, op }))}
            />
            {hasValue(comparison) && (
              <JsonInput
                label={texts.value}
                description={texts.valueHint}
                size="xs"
                disabled={isReadOnly}
                value={comparison.value}
                onChange={(next) => onChange(toCondition({ ...comparison, value: next }))}
              />
            )}
          </>
        ) : (
          <JsonInput
            label={texts.json}
            size="xs"
            disabled={isReadOnly}
            value={value}
            onChange={(next) => isCondition(next) && onChange(next)}
          />
        )}
      </Stack>
    </Fieldset>
  );
}
