/** Where a rule holds: phase, kind of call, agent and model. */
import type { PolicyCompletions } from '@assay/client';
import { Autocomplete, Select, TextInput } from '@mantine/core';
import { policiesTexts } from '../../texts/policies.ts';
import type { RuleFieldsProps } from './rule-form.tsx';
import { actions, phases } from './rules/rule.ts';
import { useAgents } from './use-scopes.ts';

const texts = policiesTexts.form;

interface RulePlaceFieldsProps extends RuleFieldsProps {
  readonly completions: PolicyCompletions | undefined;
}

export function RulePlaceFields({ rule, onChange, completions }: RulePlaceFieldsProps) {
  const { data: agents } = useAgents();
  const made = completions?.claims.find(({ name }) => name === rule.claim)?.phases;
  const offered = phases.filter((phase) => made === undefined || made.includes(phase) || phase === rule.phase);
  return (
    <fieldset className="plain-fieldset">
      <legend>{texts.when}</legend>
      <div className="tiles">
        <Select
          label={texts.phase}
          data={offered.map((value) => ({ value, label: texts.phases[value] }))}
          value={rule.phase ?? null}
          placeholder={texts.any}
          clearable
          onChange={(value) => onChange({ phase: phases.find((one) => one === value) })}
        />
        <Select
          label={texts.action}
          data={actions.map((value) => ({ value, label: texts.actions[value] }))}
          value={rule.action ?? null}
          placeholder={texts.any}
          clearable
          onChange={(value) => onChange({ action: actions.find((one) => one === value) })}
        />
        <Autocomplete
          label={texts.agent}
          data={agents?.map(({ id }) => id) ?? []}
          limit={20}
          value={rule.agent ?? ''}
          placeholder={texts.any}
          onChange={(value) => onChange({ agent: value === '' ? undefined : value })}
        />
        <TextInput
          label={texts.model}
          value={rule.model ?? ''}
          placeholder={texts.any}
          onChange={({ currentTarget }) =>
            onChange({ model: currentTarget.value === '' ? undefined : currentTarget.value })
          }
        />
      </div>
    </fieldset>
  );
}
