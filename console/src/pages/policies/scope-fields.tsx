/** Chooses the organisation, a workspace or an agent. */
import { Select } from '@mantine/core';
import { policiesTexts } from '../../texts/policies.ts';
import type { Level, Scope } from './scopes.ts';
import { useAgents, useOrganisation, useWorkspaces } from './use-scopes.ts';

const texts = policiesTexts.create;
const levels: readonly Level[] = ['org', 'workspace', 'agent'];

interface ScopeFieldsProps {
  readonly scope: Scope;
  readonly onChange: (scope: Scope) => void;
}

export function ScopeFields({ scope, onChange }: ScopeFieldsProps) {
  const org = useOrganisation();
  const { data: workspaces = [] } = useWorkspaces();
  const { data: agents = [] } = useAgents();
  const named = scope.level === 'agent' ? agents : workspaces;
  const firstOf: Readonly<Record<Level, string | undefined>> = {
    org: org.id,
    workspace: workspaces[0]?.id,
    agent: agents[0]?.id,
  };
  return (
    <div className="columns">
      <Select
        label={texts.level}
        data={levels.map((value) => ({
          value,
          label: policiesTexts.levels[value],
          disabled: firstOf[value] === undefined,
        }))}
        value={scope.level}
        onChange={(value) => {
          const level = levels.find((one) => one === value);
          const id = level === undefined ? undefined : firstOf[level];
          if (level !== undefined && id !== undefined) onChange({ level, id });
        }}
        allowDeselect={false}
      />
      {scope.level !== 'org' && (
        <Select
          label={scope.level === 'agent' ? texts.agent : texts.workspace}
          data={withOwn(
            named.map(({ id, name }) => ({ value: id, label: name === '' || name === id ? id : `${name} (${id})` })),
            scope.id,
          )}
          value={scope.id}
          onChange={(id) => {
            if (id !== null) onChange({ level: scope.level, id });
          }}
          allowDeselect={false}
          searchable
        />
      )}
    </div>
  );
}

/** The scope of an address stays a choice also if it is not among those that were read. */
function withOwn(choices: readonly { value: string; label: string }[], own: string) {
  return choices.some(({ value }) => value === own) ? [...choices] : [{ value: own, label: own }, ...choices];
}
