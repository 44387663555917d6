/** What is judged: the phase, its texts, and documents. The phase is in the address. */
import { SegmentedControl, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { getHotkeyHandler } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useId } from 'react';
import { playgroundTexts } from '../../texts/playground.ts';
import { DocumentFields } from './document-fields.tsx';
import { phases, type TypedEvaluation } from './evaluation-body.ts';

const route = getRouteApi('/playground');
const texts = playgroundTexts.evaluate;

interface EvaluateFieldsProps {
  readonly typed: TypedEvaluation;
  readonly onChange: (change: Partial<Omit<TypedEvaluation, 'phase'>>) => void;
  readonly onSend: () => void;
}

export function EvaluateFields({ typed, onChange, onSend }: EvaluateFieldsProps) {
  const navigate = route.useNavigate();
  const phaseLabel = useId();
  const { phase, input, output, system, tool, documents } = typed;
  const isSpoken = phase === 'request' || phase === 'response';
  const onKeyDown = getHotkeyHandler([['mod+Enter', onSend]]);
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" fw={500} id={phaseLabel}>
          {texts.phase}
        </Text>
        <SegmentedControl
          aria-labelledby={phaseLabel}
          fullWidth
          size="xs"
          value={phase}
          onChange={(value) => void navigate({ search: (old) => ({ ...old, phase: value }), replace: true })}
          data={phases.map((value) => ({ value, label: texts.phases[value] }))}
        />
      </div>
      {phase === 'execution' && (
        <TextInput
          label={texts.tool}
          value={tool}
          onChange={({ currentTarget }) => onChange({ tool: currentTarget.value })}
          maxLength={256}
        />
      )}
      <Textarea
        label={texts.input[phase]}
        value={input}
        onChange={({ currentTarget }) => onChange({ input: currentTarget.value })}
        onKeyDown={onKeyDown}
        required={phase !== 'response'}
        autosize
        minRows={phase === 'response' ? 2 : 5}
        maxRows={16}
      />
      {phase === 'response' && (
        <Textarea
          label={texts.output}
          value={output}
          onChange={({ currentTarget }) => onChange({ output: currentTarget.value })}
          onKeyDown={onKeyDown}
          required
          autosize
          minRows={5}
          maxRows={16}
        />
      )}
      {isSpoken && (
        <Textarea
          label={texts.system}
          value={system}
          onChange={({ currentTarget }) => onChange({ system: currentTarget.value })}
          autosize
          minRows={1}
          maxRows={8}
        />
      )}
      <DocumentFields documents={documents} onChange={(changed) => onChange({ documents: changed })} />
    </Stack>
  );
}
