/** Events of the organisation, the newest first. */
import type { Event } from '@assay/client';
import { Select, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { DataGrid, type GridColumn } from '../../parts/data-grid.tsx';
import { Empty } from '../../parts/empty.tsx';
import { FilterText } from '../../parts/filter-text.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Problem } from '../../parts/problem.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { commonTexts } from '../../texts/common.ts';
import { settingsTexts } from '../../texts/settings.ts';
import { type LastEvents, noEvents, readLastEvents } from './last-events.ts';

const route = getRouteApi('/settings');
const texts = settingsTexts.events;
const types = ['agent.log', 'tool.call', 'model.invocation', 'auditor.decision'] as const;
const refetchMs = 10_000;
const mostShown = 500;
const pageSize = 500;

const columns: readonly GridColumn<Event>[] = [
  { id: 'time', header: texts.time, width: '130px', cell: ({ time }) => <TimeAgo value={time} /> },
  { id: 'type', header: texts.type, width: '160px', cell: ({ type }) => <ForeignText text={type} /> },
  {
    id: 'code',
    header: texts.code,
    width: 'minmax(200px, 1fr)',
    cell: ({ code }) => <ForeignText text={code ?? ''} />,
  },
  {
    id: 'agent',
    header: texts.agent,
    width: 'minmax(140px, 1fr)',
    cell: ({ agent_id: id }) => <ForeignText text={id ?? ''} />,
  },
  {
    id: 'data',
    header: texts.data,
    width: 'minmax(240px, 3fr)',
    cell: ({ data }) => <ForeignText text={JSON.stringify(data)} />,
  },
];

export function EventList() {
  const { agent, code, type: wanted, event } = route.useSearch();
  const navigate = route.useNavigate();
  const type = types.find((name) => name === wanted);
  const queries = useQueryClient();
  const key = ['events.list', agent, code, type];
  const query = useQuery({
    queryKey: key,
    queryFn: ({ signal }) =>
      readLastEvents(
        (after) => api.events.list({ agent_id: agent, code, type, after, limit: pageSize }, { signal }),
        queries.getQueryData<LastEvents>(key) ?? noEvents,
        mostShown,
      ),
    refetchInterval: refetchMs,
  });
  const opened = query.data?.events.find(({ id }) => id === event);
  return (
    <Stack gap="sm">
      <search className="filters" aria-label={commonTexts.filters}>
        <Select
          label={texts.type}
          size="xs"
          w={160}
          clearable
          placeholder={texts.any}
          data={[...types]}
          value={type ?? null}
          onChange={(value) => void navigate({ search: (old) => ({ ...old, type: value ?? undefined }) })}
          data-first-filter
        />
        {(['code', 'agent'] as const).map((name) => (
          <FilterText
            key={name}
            label={texts[name]}
            hint={texts.hints[name]}
            width={200}
            value={(name === 'code' ? code : agent) ?? ''}
            onChange={(value) =>
              void navigate({ search: (old) => ({ ...old, [name]: value === '' ? undefined : value }), replace: true })
            }
          />
        ))}
      </search>
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      <DataGrid
        label={texts.list}
        rows={query.data?.events ?? noEvents.events}
        columns={columns}
        idOf={({ id }) => id}
        openId={event}
        onOpen={({ id }) =>
          void navigate({ search: (old) => ({ ...old, event: id }), replace: true, resetScroll: false })
        }
        isLoading={query.isPending}
        height="50vh"
        empty={query.error !== null ? null : <Empty title={texts.emptyTitle}>{texts.empty}</Empty>}
      />
      {opened !== undefined && (
        <Panel title={texts.one} about={<ForeignText text={opened.code ?? opened.type} />}>
          <JsonView value={opened} label={texts.one} />
        </Panel>
      )}
    </Stack>
  );
}
