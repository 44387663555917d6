/** One field of a node's config, by its kind. */
import { Autocomplete, Checkbox, NumberInput, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import { workflowTexts } from '../../../texts/workflows.ts';
import { JsonInput } from './json-input.tsx';
import type { Field, Named } from './kinds.ts';
import { useNames } from './use-names.ts';

export interface InputProps {
  readonly field: Field;
  readonly value: unknown;
  readonly error: string | undefined;
  readonly isReadOnly: boolean;
  /** Undefined takes the member away. */
  readonly onChange: (value: unknown) => void;
}

export function FieldInput({ field, value, error, isReadOnly, onChange }: InputProps) {
  const { label, hint, isRequired = false } = field;
  const common = {
    label,
    description: hint,
    error,
    withAsterisk: isRequired,
    size: 'xs',
    disabled: isReadOnly,
  } as const;
  const text = typeof value === 'string' ? value : '';
  const setText = (typed: string) => onChange(typed === '' && !isRequired ? undefined : typed);
  switch (field.kind) {
    case 'text':
      return field.lines === undefined ? (
        <TextInput {...common} value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
      ) : (
        <Textarea
          {...common}
          value={text}
          minRows={field.lines}
          maxRows={12}
          autosize
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
      );
    case 'number':
      return (
        <NumberInput
          {...common}
          value={typeof value === 'number' ? value : ''}
          min={field.min}
          max={field.max}
          step={field.isWhole ? 1 : 0.1}
          allowDecimal={!field.isWhole}
          onChange={(typed) => onChange(typeof typed === 'number' ? typed : undefined)}
        />
      );
    case 'choice':
      return (
        <Select
          {...common}
          value={text === '' ? null : text}
          data={Object.entries(field.options).map(([option, words]) => ({ value: option, label: words }))}
          placeholder={workflowTexts.fields.none}
          clearable={!isRequired}
          allowDeselect={!isRequired}
          onChange={(chosen) => onChange(chosen ?? undefined)}
        />
      );
    case 'named':
      return <NameInput {...common} of={field.of} value={text} onChange={setText} />;
    case 'tags':
      return (
        <TagsInput
          {...common}
          value={Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []}
          onChange={(tags) => onChange(tags.length === 0 ? undefined : tags)}
        />
      );
    case 'flag':
      return (
        <Checkbox
          label={label}
          size="xs"
          disabled={isReadOnly}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked ? true : undefined)}
        />
      );
    case 'json':
      return <JsonInput {...common} value={value} onChange={onChange} />;
  }
}

interface NameInputProps {
  readonly label: string;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly withAsterisk?: boolean;
  readonly size: 'xs' | 'sm';
  readonly disabled?: boolean;
  readonly of: Named;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** An id, with those that exist as a list. Others may be typed. */
export function NameInput({ of, value, onChange, ...common }: NameInputProps) {
  const names = useNames(of);
  return <Autocomplete {...common} data={[...names]} value={value} onChange={onChange} limit={50} />;
}
