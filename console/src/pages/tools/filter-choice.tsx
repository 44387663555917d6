/** A filter with a few known values. */
import { Select } from '@mantine/core';
import { toolsTexts as texts } from '../../texts/tools.ts';

interface FilterChoiceProps {
  readonly label: string;
  readonly words: Readonly<Record<string, string>>;
  /** Word of no choice; "Any" if absent. */
  readonly any?: string;
  readonly value: string | undefined;
  readonly isFirst?: boolean;
  readonly onChange: (value: string | undefined) => void;
}

export function FilterChoice({ label, words, any = texts.any, value, isFirst = false, onChange }: FilterChoiceProps) {
  const known = value !== undefined && Object.hasOwn(words, value) ? value : '';
  return (
    <Select
      label={label}
      size="xs"
      w={180}
      data={[{ value: '', label: any }, ...Object.entries(words).map(([key, word]) => ({ value: key, label: word }))]}
      value={known}
      onChange={(next) => onChange(next === null || next === '' ? undefined : next)}
      {...(isFirst ? { 'data-first-filter': true } : {})}
    />
  );
}
