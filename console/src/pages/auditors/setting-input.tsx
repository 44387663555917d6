/** The control that a setting's definition asks for (contract 2.7). */
import {
  Autocomplete,
  Group,
  MultiSelect,
  Select,
  Slider,
  Stack,
  Switch,
  TagsInput,
  Text,
  TextInput,
} from '@mantine/core';
import { auditorsTexts } from '../../texts/auditors.ts';
import type { SettingValue } from './cascade.ts';
import { controlOf } from './control-of.ts';
import { NumberField } from './number-field.tsx';
import type { SettingDefinition } from './setting-groups.ts';

const texts = auditorsTexts.settings;

interface SettingInputProps {
  readonly definition: SettingDefinition;
  readonly label: string;
  readonly value: unknown;
  readonly isDisabled: boolean;
  readonly onChange: (value: SettingValue) => void;
}

export function SettingInput({ definition, label, value, isDisabled, onChange }: SettingInputProps) {
  const { min = 0, max = 1, step = 0.01, options = [] } = definition;
  const text = typeof value === 'string' ? value : '';
  const list = Array.isArray(value) ? value.map(String) : [];
  const common = { label, size: 'xs', disabled: isDisabled } as const;
  const number = typeof value === 'number' ? value : undefined;
  switch (controlOf(definition)) {
    case 'slider':
      return (
        <Stack gap={4}>
          <Text size="xs" fw={500} aria-hidden>
            {label}
          </Text>
          <Group gap="md" wrap="nowrap">
            <Slider
              style={{ flex: 1 }}
              size="sm"
              min={min}
              max={max}
              step={step}
              label={null}
              value={number ?? min}
              disabled={isDisabled}
              onChange={onChange}
              thumbLabel={label}
            />
            <NumberField
              label={texts.exact(label)}
              isLabelHidden
              definition={definition}
              value={number}
              isDisabled={isDisabled}
              onChange={onChange}
            />
          </Group>
        </Stack>
      );
    case 'number':
      return (
        <NumberField label={label} definition={definition} value={number} isDisabled={isDisabled} onChange={onChange} />
      );
    case 'toggle':
      return (
        <Switch
          label={label}
          size="sm"
          checked={value === true}
          disabled={isDisabled}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'select':
      return (
        <Select
          {...common}
          maw={320}
          data={text === '' || options.includes(text) ? [...options] : [...options, text]}
          value={text === '' ? null : text}
          allowDeselect={false}
          onChange={(chosen) => chosen !== null && onChange(chosen)}
        />
      );
    case 'suggest':
      return <Autocomplete {...common} maw={420} data={[...options]} value={text} onChange={onChange} />;
    case 'choices':
      return (
        <MultiSelect
          {...common}
          data={[...new Set([...options, ...list])]}
          value={list}
          clearable
          searchable
          hiddenInputProps={{ 'aria-label': texts.entries(label) }}
          onChange={onChange}
        />
      );
    case 'tags':
      return (
        <TagsInput
          {...common}
          description={texts.addEntry}
          data={[...options]}
          value={list}
          splitChars={[]}
          maxDropdownHeight={220}
          onChange={onChange}
        />
      );
    case 'text':
      return (
        <TextInput {...common} maw={420} value={text} onChange={({ currentTarget }) => onChange(currentTarget.value)} />
      );
  }
}
