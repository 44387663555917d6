/** A text filter. It changes the address when the typing pauses, and follows the address when that changes otherwise. */
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';

const typingMs = 350;

interface FilterTextProps {
  readonly label: string;
  readonly hint?: string;
  readonly width?: number;
  readonly value: string | undefined;
  readonly onChange: (value: string | undefined) => void;
}

export function FilterText({ label, hint = '', width = 160, value = '', onChange }: FilterTextProps) {
  const [typed, setTyped] = useState(value);
  const change = useDebouncedCallback((text: string) => onChange(text === '' ? undefined : text), typingMs);
  useEffect(() => setTyped(value), [value]);
  return (
    <TextInput
      label={label}
      placeholder={hint}
      size="xs"
      w={width}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        change(currentTarget.value.trim());
      }}
    />
  );
}
