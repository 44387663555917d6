/** Filters of agents; each stands in the address. */
import { Button, Select } from '@mantine/core';
import { agentStatuses } from '../../../../src/contract/api/agents/states.ts';
import { FilterText } from '../../parts/filter-text.tsx';
import { agentsTexts } from '../../texts/agents.ts';
import { commonTexts } from '../../texts/common.ts';
import type { AgentFilter } from './agent-filter.ts';
import { useWorkspaces } from './use-workspaces.ts';

const texts = agentsTexts.filter;

interface AgentFiltersProps {
  readonly filter: AgentFilter;
  readonly onChange: (change: AgentFilter) => void;
  readonly onClear: () => void;
}

export function AgentFilters({ filter, onChange, onClear }: AgentFiltersProps) {
  const workspaces = useWorkspaces();
  const any = { value: '', label: texts.any };
  const orNothing = (value: string | null) => (value === null || value === '' ? undefined : value);
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <search className="filters" aria-label={commonTexts.filters}>
      <Select
        label={texts.status}
        size="xs"
        w={180}
        data={[any, ...agentStatuses.map((value) => ({ value, label: agentsTexts.statuses[value] }))]}
        value={filter.status ?? ''}
        onChange={(value) => onChange({ status: orNothing(value) })}
        data-first-filter
      />
      <Select
        label={texts.workspace}
        size="xs"
        w={180}
        searchable
        data={[any, ...workspaces]}
        value={filter.workspace ?? ''}
        onChange={(value) => onChange({ workspace: orNothing(value) })}
      />
      <FilterText
        label={texts.text}
        hint={texts.textHint}
        width={200}
        value={filter.text ?? ''}
        onChange={(value) => onChange({ text: value })}
      />
      {isFiltered && (
        <Button size="xs" variant="subtle" onClick={onClear}>
          {commonTexts.clear}
        </Button>
      )}
    </search>
  );
}
