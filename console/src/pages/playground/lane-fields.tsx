/** The agent, and the model, of one setting. */
import { Autocomplete, Select } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { toShown } from '../../../../src/contract/shown-text.ts';
import { api } from '../../api/client.ts';
import { playgroundTexts as texts } from '../../texts/playground.ts';
import type { Lane } from './use-lanes.ts';

const mostShown = 100;

export function AgentField({ lane }: { readonly lane: Lane }) {
  const { data } = useQuery({
    queryKey: ['agents.list', { limit: mostShown }],
    queryFn: ({ signal }) => api.agents.list({ limit: mostShown }, { signal }),
  });
  const options = useMemo(() => {
    const known = (data?.items ?? []).map(({ id, name }) => ({
      value: id,
      label: name === '' || name === id ? id : `${id} (${toShown(name, 60)})`,
    }));
    return known.some(({ value }) => value === lane.agent)
      ? known
      : [{ value: lane.agent, label: lane.agent }, ...known];
  }, [data, lane.agent]);
  return (
    <Select
      label={texts.agent}
      description={texts.agentHelp}
      data={options}
      value={lane.agent}
      onChange={(agent) => lane.change({ agent: agent ?? undefined })}
      searchable
      allowDeselect={false}
      nothingFoundMessage={texts.noAgents}
    />
  );
}

export function ModelField({ lane }: { readonly lane: Lane }) {
  const { data } = useQuery({
    queryKey: ['evidence.list', { limit: mostShown }],
    queryFn: ({ signal }) => api.evidence.list({ limit: mostShown }, { signal }),
  });
  const [typed, setTyped] = useState(lane.model);
  useEffect(() => setTyped(lane.model), [lane.model]);
  const recent = useMemo(() => {
    const models = (data?.items ?? []).flatMap(({ model_id: model }) => (model === null ? [] : [model]));
    return [...new Set(['echo', ...models])].filter((model) => toShown(model, model.length) === model);
  }, [data]);
  return (
    <Autocomplete
      label={texts.model}
      description={texts.modelHelp}
      data={recent}
      value={typed}
      onChange={setTyped}
      onBlur={() => lane.change({ model: typed.trim() || undefined })}
      onOptionSubmit={(model) => lane.change({ model })}
      maxLength={256}
    />
  );
}
