/** A field for a secret. It is hidden while it is typed, and browsers do not keep it. */
import { PasswordInput, Textarea } from '@mantine/core';

interface SecretInputProps {
  readonly label: string;
  readonly help?: string;
  /** A key in PEM has lines, which a password field would drop. */
  readonly hasLines: boolean;
  readonly isRequired?: boolean;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

export function SecretInput({ label, help, hasLines, isRequired = false, value, onChange }: SecretInputProps) {
  const shared = { label, value, required: isRequired, ...(help === undefined ? {} : { description: help }) };
  if (hasLines) {
    return (
      <Textarea
        {...shared}
        className="secret-lines"
        autoComplete="off"
        spellCheck={false}
        minRows={4}
        autosize
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    );
  }
  return (
    <PasswordInput
      {...shared}
      autoComplete="new-password"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}
