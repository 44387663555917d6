/** The form of a usual rule, with the Cedar that it writes below. */
import { Button, Checkbox, Group, NumberInput, Paper, Select, Stack, TextInput, Title } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { CodeEditor } from '../../parts/code/code-editor.tsx';
import { commonTexts } from '../../texts/common.ts';
import { policiesTexts } from '../../texts/policies.ts';
import { useCompletions } from './editor/use-validation.ts';
import { helpBelow } from './form-order.ts';
import { RulePlaceFields } from './rule-place-fields.tsx';
import { RuleTestFields } from './rule-test-fields.tsx';
import { checkRule } from './rules/check-rule.ts';
import { type Response, type Risk, type Rule, responses, risks } from './rules/rule.ts';
import { writeRule } from './rules/write-rule.ts';
import type { Scope } from './scopes.ts';

const texts = policiesTexts.form;

const empty: Rule = {
  id: '',
  response: 'block',
  reason: '',
  quorum: undefined,
  risk: undefined,
  ignoreMissing: false,
  action: undefined,
  phase: undefined,
  agent: undefined,
  model: undefined,
  claim: '',
  test: { kind: 'boolean', is: true },
};

interface RuleFormProps {
  readonly scope: Scope;
  /** Absent for a new rule. */
  readonly initial: Rule | undefined;
  /** Ids of the other rules. */
  readonly taken: readonly string[];
  readonly onPut: (rule: Rule) => void;
  readonly onCancel: () => void;
}

export interface RuleFieldsProps {
  readonly rule: Rule;
  readonly onChange: (change: Partial<Rule>) => void;
}

export function RuleForm({ scope, initial, taken, onPut, onCancel }: RuleFormProps) {
  const [rule, setRule] = useState(initial ?? empty);
  const [wasSent, setWasSent] = useState(false);
  const { data: completions } = useCompletions(scope);
  const faults = checkRule(rule, taken);
  const shown = wasSent ? faults : {};
  const change = (some: Partial<Rule>) => setRule((now) => ({ ...now, ...some }));
  const send = (event: FormEvent) => {
    event.preventDefault();
    // The form may stand inside of another one in the tree of components.
    event.stopPropagation();
    setWasSent(true);
    if (Object.keys(faults).length === 0) onPut(rule);
  };
  return (
    <Paper component="form" onSubmit={send} noValidate aria-label={policiesTexts.rules.formTitle}>
      <Stack gap="sm">
        <Title order={3}>{policiesTexts.rules.formTitle}</Title>
        <div className="columns">
          <TextInput
            label={texts.id}
            description={texts.idHelp}
            inputWrapperOrder={helpBelow}
            value={rule.id}
            onChange={({ currentTarget }) => change({ id: currentTarget.value })}
            error={shown.id}
            required
            data-autofocus
          />
          <Select
            label={texts.response}
            data={responses.map((value) => ({ value, label: texts.responses[value] }))}
            value={rule.response}
            onChange={(value) => change(toResponse(responses.find((one) => one === value) ?? 'block'))}
            allowDeselect={false}
          />
        </div>
        <TextInput
          label={texts.reason}
          value={rule.reason}
          onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
        />
        {rule.response === 'escalate' && <EscalationFields rule={rule} onChange={change} />}
        <RuleTestFields rule={rule} onChange={change} completions={completions} faults={shown} />
        <RulePlaceFields rule={rule} onChange={change} completions={completions} />
        <Checkbox
          label={texts.ignore}
          description={texts.ignoreHelp}
          checked={rule.ignoreMissing}
          onChange={({ currentTarget }) => change({ ignoreMissing: currentTarget.checked })}
        />
        {Object.keys(faults).length === 0 && (
          <CodeEditor
            label={policiesTexts.rules.written}
            value={writeRule(rule)}
            language="cedar"
            isReadOnly
            minHeight="40px"
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            {commonTexts.cancel}
          </Button>
          <Button type="submit">{policiesTexts.rules.put}</Button>
        </Group>
      </Stack>
    </Paper>
  );
}

/** Quorum and risk belong to an escalation alone. */
function toResponse(response: Response): Partial<Rule> {
  return response === 'escalate' ? { response } : { response, quorum: undefined, risk: undefined };
}

function EscalationFields({ rule, onChange }: RuleFieldsProps) {
  return (
    <div className="columns">
      <NumberInput
        label={texts.quorum}
        value={rule.quorum ?? 1}
        min={1}
        max={10}
        allowDecimal={false}
        clampBehavior="strict"
        onChange={(value) => onChange({ quorum: typeof value === 'number' && value > 1 ? value : undefined })}
      />
      <Select
        label={texts.risk}
        data={risks.map((value) => ({ value, label: texts.risks[value] }))}
        value={rule.risk ?? null}
        placeholder={texts.any}
        clearable
        onChange={(value) => onChange({ risk: risks.find((one): one is Risk => one === value) })}
      />
    </div>
  );
}
