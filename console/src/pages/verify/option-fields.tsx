/** The time to check as of, and what a hardware report needs. All of it stands in the address. */
import { Select, Stack, TextInput } from '@mantine/core';
import { reportKinds } from '../../../../src/proof/reports/verdict.ts';
import { verifyTexts } from '../../texts/verify.ts';
import type { CheckOptions } from './options.ts';

const texts = verifyTexts.options;

interface OptionFieldsProps {
  readonly options: CheckOptions;
  readonly onChange: (change: CheckOptions) => void;
}

export function OptionFields({ options, onChange }: OptionFieldsProps) {
  const toValue = (text: string | null) => (text === null || text === '' ? undefined : text);
  return (
    <Stack gap="xs">
      <TextInput
        label={texts.at}
        description={texts.atHint}
        type="datetime-local"
        step={1}
        size="xs"
        value={options.at ?? ''}
        onChange={({ currentTarget }) => onChange({ at: toValue(currentTarget.value) })}
      />
      <Select
        label={texts.kind}
        size="xs"
        data={[
          { value: '', label: texts.anyKind },
          ...reportKinds.map((value) => ({ value, label: texts.kinds[value] })),
        ]}
        value={options.kind ?? ''}
        onChange={(value) => onChange({ kind: toValue(value) })}
      />
      <TextInput
        label={texts.nonce}
        description={texts.nonceHint}
        size="xs"
        classNames={{ input: 'mono' }}
        value={options.nonce ?? ''}
        onChange={({ currentTarget }) => onChange({ nonce: toValue(currentTarget.value) })}
        spellCheck={false}
        autoComplete="off"
      />
    </Stack>
  );
}
