/** A number with its bounds. What is typed stays in the field until it is a number within them. */
import { NumberInput } from '@mantine/core';
import { useEffect, useState } from 'react';
import type { SettingDefinition } from './setting-groups.ts';

interface NumberFieldProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly definition: Pick<SettingDefinition, 'min' | 'max' | 'step' | 'unit'>;
  readonly value: number | undefined;
  readonly isDisabled: boolean;
  readonly onChange: (value: number) => void;
}

export function NumberField(props: NumberFieldProps) {
  const { label, isLabelHidden = false, definition, value, isDisabled, onChange } = props;
  const { min, max, step, unit } = definition;
  const [typed, setTyped] = useState<number | string>(value ?? '');
  useEffect(() => setTyped(value ?? ''), [value]);
  const isWithin = (number: number) => number >= (min ?? -Infinity) && number <= (max ?? Infinity);
  return (
    <NumberInput
      {...(isLabelHidden ? { 'aria-label': label } : { label })}
      size="xs"
      w={isLabelHidden ? 120 : 220}
      value={typed}
      disabled={isDisabled}
      clampBehavior="blur"
      {...(min === undefined ? {} : { min })}
      {...(max === undefined ? {} : { max })}
      {...(step === undefined ? {} : { step })}
      {...(unit === undefined ? {} : { suffix: ` ${unit}` })}
      onChange={(next) => {
        setTyped(next);
        if (typeof next === 'number' && isWithin(next)) onChange(next);
      }}
    />
  );
}
