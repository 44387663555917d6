/** What is installed for whom, in which state, and what has to happen next. */
import type { Installation } from '@assay/client';
import { Badge, Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { DataGrid, type GridColumn } from '../../parts/data-grid.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { keyOf, labelOf } from '../../parts/labels.ts';
import { Problem } from '../../parts/problem.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { commonTexts } from '../../texts/common.ts';
import { toolsTexts } from '../../texts/tools.ts';
import { FilterChoice } from './filter-choice.tsx';
import { FilterField } from './filter-field.tsx';
import { stateColour, stateWord } from './installation-steps.ts';
import { useAgentIds } from './known-ids.ts';
import { ToolsLink } from './tools-link.tsx';
import type { ToolsTabProps } from './tools-page.tsx';

const texts = toolsTexts.installed;
const pageSize = 100;
const refetchMs = 5_000;
const { quarantine: _none, ...states } = toolsTexts.states;

const columns: readonly GridColumn<Installation>[] = [
  { id: 'app', header: texts.app, width: 'minmax(150px, 1fr)', cell: ({ title }) => <ForeignText text={title} /> },
  {
    id: 'agent',
    header: texts.agent,
    width: 'minmax(120px, 1fr)',
    cell: ({ agent_id: agent }) => <ForeignText text={agent} />,
  },
  {
    id: 'state',
    header: texts.state,
    width: '200px',
    cell: (row) => (
      <Badge size="sm" color={stateColour(row)}>
        {stateWord(row)}
      </Badge>
    ),
  },
  {
    id: 'next',
    header: texts.next,
    width: '160px',
    cell: ({ next_action: next }) => (next === null ? '' : labelOf(toolsTexts.nextActions, next)),
  },
  {
    id: 'tools',
    header: texts.tools,
    width: '130px',
    cell: ({ tools_count: count, tools_withheld: withheld }) =>
      withheld === 0 ? count : `${count}, ${texts.withheld(withheld)}`,
  },
  { id: 'version', header: texts.version, width: '110px', cell: ({ version }) => <ForeignText text={version} /> },
  { id: 'changed', header: texts.changed, width: '130px', cell: (row) => <TimeAgo value={row.updated_at} /> },
];

export function InstalledTab({ search, onChange }: ToolsTabProps) {
  const navigate = useNavigate();
  const agents = useAgentIds();
  const { agent, app } = search;
  const status = keyOf(states, search.status);
  const { items, query } = usePages({
    key: ['installations.list', { agent, app, status }],
    read: (cursor, signal) =>
      api.installations.list({ limit: pageSize, cursor, agent_id: agent, app_id: app, status }, { signal }),
    refetchMs,
  });
  const isFiltered = agent !== undefined || status !== undefined || app !== undefined;
  return (
    <>
      <search className="filters" aria-label={commonTexts.filters}>
        <FilterField
          label={texts.agent}
          hint={toolsTexts.agentHint}
          value={agent}
          options={agents}
          isFirst
          onChange={(value) => onChange({ agent: value })}
        />
        <FilterChoice
          label={texts.state}
          words={states}
          any={texts.allStates}
          value={search.status}
          onChange={(value) => onChange({ status: value })}
        />
        {isFiltered && (
          <Button
            size="xs"
            variant="subtle"
            onClick={() => onChange({ agent: undefined, status: undefined, app: undefined })}
          >
            {commonTexts.clear}
          </Button>
        )}
      </search>
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      <DataGrid
        label={texts.list}
        rows={items}
        columns={columns}
        idOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: '/tools/$id', params: { id } })}
        isLoading={query.isPending}
        hasMore={query.hasNextPage}
        onMore={() => void query.fetchNextPage()}
        height="calc(100vh - 330px)"
        empty={
          query.error === null && (
            <Empty title={isFiltered ? texts.emptyFiltered : texts.emptyTitle}>
              {texts.empty} <ToolsLink search={{ agent }}>{texts.openCatalog}</ToolsLink>
              <p>
                <code>{texts.command}</code>
              </p>
            </Empty>
          )
        }
      />
    </>
  );
}
