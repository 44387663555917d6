/** A filter that is typed. It changes the address when the typing pauses, and follows it when it changes otherwise. */
import { Autocomplete, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';

interface FilterFieldProps {
  readonly label: string;
  readonly hint: string;
  readonly width?: number;
  readonly value: string | undefined;
  /** Values to choose from; others may be typed. */
  readonly options?: readonly string[];
  readonly isFirst?: boolean;
  readonly onChange: (value: string | undefined) => void;
}

const typingMs = 350;

export function FilterField(props: FilterFieldProps) {
  const { label, hint, width = 200, value = '', options, isFirst = false, onChange } = props;
  const [typed, setTyped] = useState(value);
  const tell = (text: string) => onChange(text.trim() === '' ? undefined : text.trim());
  const change = useDebouncedCallback(tell, typingMs);
  useEffect(() => setTyped(value), [value]);
  const type = (text: string) => {
    setTyped(text);
    change(text);
  };
  const shared = { label, placeholder: hint, size: 'xs', w: width, value: typed } as const;
  const first = isFirst ? { 'data-first-filter': true } : {};
  if (options !== undefined)
    return <Autocomplete {...shared} {...first} data={[...options]} limit={50} onChange={type} />;
  return <TextInput {...shared} {...first} onChange={({ currentTarget }) => type(currentTarget.value)} />;
}
