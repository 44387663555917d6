/** Chooses the organisation, a workspace or an agent; the choice stands in the address. */
import { Group, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { toShown } from '../../../../src/contract/shown-text.ts';
import { api } from '../../api/client.ts';
import { auditorsTexts } from '../../texts/auditors.ts';

const texts = auditorsTexts.scope;
const longestName = 80;
const mostListed = 100;

interface ScopePickerProps {
  readonly workspace: string | undefined;
  readonly agent?: string | undefined;
  readonly hasAgents?: boolean;
  /** False: one workspace is always chosen. */
  readonly hasWhole?: boolean;
  readonly onChange: (workspace: string | undefined, agent: string | undefined) => void;
}

export function ScopePicker({ workspace, agent, hasAgents = true, hasWhole = true, onChange }: ScopePickerProps) {
  const workspaces = useQuery({
    queryKey: ['workspaces.list', 'picker'],
    queryFn: ({ signal }) => api.workspaces.list({ limit: mostListed }, { signal }),
  });
  const agents = useQuery({
    queryKey: ['agents.list', 'picker', workspace],
    queryFn: ({ signal }) => api.agents.list({ limit: mostListed, workspace_id: workspace }, { signal }),
    enabled: hasAgents && workspace !== undefined,
  });
  return (
    <Group gap="sm" role="group" aria-label={texts.label}>
      <Select
        label={texts.workspace}
        size="xs"
        w={210}
        searchable
        data={optionsOf(hasWhole ? texts.wholeOrganization : undefined, workspaces.data?.items, workspace)}
        value={workspace ?? ''}
        allowDeselect={false}
        onChange={(value) => onChange(chosen(value), undefined)}
      />
      {hasAgents && (
        <Select
          label={texts.agent}
          size="xs"
          w={210}
          searchable
          disabled={workspace === undefined}
          data={
            workspace === undefined
              ? [{ value: '', label: texts.chooseWorkspace }]
              : optionsOf(texts.wholeWorkspace, agents.data?.items, agent)
          }
          value={workspace === undefined ? '' : (agent ?? '')}
          onChange={(value) => onChange(workspace, chosen(value))}
        />
      )}
    </Group>
  );
}

function chosen(value: string | null): string | undefined {
  return value === null || value === '' ? undefined : value;
}

interface Named {
  readonly id: string;
  readonly name: string;
}

/** The chosen one is offered also where it is not among the first that were read. */
function optionsOf(whole: string | undefined, items: readonly Named[] = [], current: string | undefined) {
  const options = items.map(({ id, name }) => ({
    value: id,
    label: toShown(name === id ? id : `${name} (${id})`, longestName),
  }));
  const isKnown = current === undefined || items.some(({ id }) => id === current);
  return [
    ...(whole === undefined ? [] : [{ value: '', label: whole }]),
    ...options,
    ...(isKnown || current === undefined ? [] : [{ value: current, label: current }]),
  ];
}
