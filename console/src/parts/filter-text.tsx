/** A text filter that changes the address when the typing pauses, and follows it when it changes otherwise. */
import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useState } from 'react';

interface FilterTextProps {
  readonly label: string;
  readonly hint: string;
  readonly width: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

const typingMs = 350;

export function FilterText({ label, hint, width, value, onChange }: FilterTextProps) {
  const [typed, setTyped] = useState(value);
  const change = useDebouncedCallback((text: string) => onChange(text.trim()), typingMs);
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
        change(currentTarget.value);
      }}
    />
  );
}
