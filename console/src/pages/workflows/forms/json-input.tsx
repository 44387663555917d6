/** A value as JSON. What is no JSON stays in the field and changes nothing. */
import { Textarea } from '@mantine/core';
import { useState } from 'react';
import { workflowTexts } from '../../../texts/workflows.ts';
import { readJson, writeJson } from './json-text.ts';

interface JsonInputProps {
  readonly label: string;
  readonly description?: string | undefined;
  readonly error?: string | undefined;
  readonly withAsterisk?: boolean;
  readonly size: 'xs' | 'sm';
  readonly disabled?: boolean;
  readonly value: unknown;
  /** Undefined if the field is empty. */
  readonly onChange: (value: unknown) => void;
}

export function JsonInput({ value, onChange, error, ...common }: JsonInputProps) {
  const [typed, setTyped] = useState({ text: writeJson(value), json: JSON.stringify(value) });
  const json = JSON.stringify(value);
  const shown = typed.json === json ? typed : { text: writeJson(value), json };
  if (shown !== typed) setTyped(shown);
  const read = readJson(shown.text);
  return (
    <Textarea
      {...common}
      classNames={{ input: 'mono' }}
      autosize
      minRows={2}
      maxRows={14}
      spellCheck={false}
      value={shown.text}
      error={read.ok ? error : workflowTexts.jsonWrong}
      onChange={({ currentTarget }) => {
        const next = readJson(currentTarget.value);
        setTyped({ text: currentTarget.value, json: next.ok ? JSON.stringify(next.value) : json });
        if (next.ok) onChange(next.value);
      }}
    />
  );
}
