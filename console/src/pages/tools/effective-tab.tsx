/** Each tool of an agent: whether it can be called, and which rule decided. */
import type { EffectiveTool, EffectiveTools } from '@assay/client';
import { Alert, Badge } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { DataGrid, type GridColumn } from '../../parts/data-grid.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { labelOf } from '../../parts/labels.ts';
import { Problem } from '../../parts/problem.tsx';
import { commonTexts } from '../../texts/common.ts';
import { toolsTexts } from '../../texts/tools.ts';
import { EffectiveDetails } from './effective-details.tsx';
import { FilterField } from './filter-field.tsx';
import { useAgentIds } from './known-ids.ts';
import { ToolsLink } from './tools-link.tsx';
import type { ToolsTabProps } from './tools-page.tsx';

const texts = toolsTexts.effective;
const refetchMs = 10_000;

const columns: readonly GridColumn<EffectiveTool>[] = [
  {
    id: 'tool',
    header: texts.tool,
    width: 'minmax(190px, 1.2fr)',
    cell: ({ tool: { server, name } }) => (
      <span className="mono">
        <ForeignText text={`${server}/${name}`} />
      </span>
    ),
  },
  {
    id: 'callable',
    header: texts.callable,
    width: '100px',
    cell: ({ callable }) => (
      <Badge size="sm" color={callable ? 'green' : 'red'}>
        {callable ? texts.yes : texts.no}
      </Badge>
    ),
  },
  {
    id: 'why',
    header: texts.why,
    width: 'minmax(210px, 1fr)',
    cell: ({ reason }) => (reason === null ? '' : labelOf(texts.reasons, reason)),
  },
  { id: 'mode', header: texts.mode, width: '110px', cell: ({ mode }) => labelOf(toolsTexts.rules.modes, mode) },
  {
    id: 'rule',
    header: texts.decidedBy,
    width: '200px',
    cell: ({ decided_by: { level } }) => labelOf(texts.levels, level),
  },
  {
    id: 'overridden',
    header: texts.overridden,
    width: '100px',
    cell: ({ overridden }) => (overridden.length === 0 ? '' : overridden.length),
  },
  {
    id: 'app',
    header: texts.app,
    width: 'minmax(120px, 1fr)',
    cell: ({ tool }) => <ForeignText text={tool.app_id} />,
  },
];

export function EffectiveTab({ search, onChange }: ToolsTabProps) {
  const agents = useAgentIds();
  return (
    <>
      <search className="filters" aria-label={commonTexts.filters}>
        <FilterField
          label={toolsTexts.agent}
          hint={toolsTexts.agentHint}
          value={search.agent}
          options={agents}
          isFirst
          onChange={(agent) => onChange({ agent, tool: undefined })}
        />
      </search>
      {search.agent === undefined ? (
        <Empty title={texts.choose}>
          <p>{texts.chooseHelp}</p>
          {agents.slice(0, 8).map((id) => (
            <ToolsLink key={id} search={{ tab: 'effective', agent: id }}>
              <ForeignText text={id} />
            </ToolsLink>
          ))}
        </Empty>
      ) : (
        <EffectiveList agent={search.agent} open={search.tool} onOpen={(tool) => onChange({ tool })} />
      )}
    </>
  );
}

interface EffectiveListProps {
  readonly agent: string;
  readonly open: string | undefined;
  readonly onOpen: (tool: string | undefined) => void;
}

function EffectiveList({ agent, open, onOpen }: EffectiveListProps) {
  const query = useInfiniteQuery({
    queryKey: ['scopedTools.listEffective', agent],
    queryFn: ({ pageParam, signal }): Promise<EffectiveTools> =>
      api.scopedTools.listEffective({ agent_id: agent, cursor: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor: next }) => next ?? undefined,
    refetchInterval: refetchMs,
  });
  const pages = query.data?.pages ?? [];
  const items = pages.flatMap((page) => page.items);
  const [first] = pages;
  const opened = items.find((item) => keyOfTool(item) === open);
  return (
    <>
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {first !== undefined && (
        <Alert color={first.readiness === 'ready' ? 'green' : 'red'} mb="sm" role="status">
          {first.readiness === 'ready' ? texts.ready : texts.degraded}
          {first.unmet_requirements.map(({ tool: { app_id: app, server, name }, status }) => (
            <div key={`${app} ${server} ${name}`}>
              <ForeignText text={`${app} ${server}/${name}: ${labelOf(texts.reasons, status)}`} />
            </div>
          ))}
        </Alert>
      )}
      <DataGrid
        label={texts.list}
        rows={items}
        columns={columns}
        idOf={keyOfTool}
        onOpen={(item) => onOpen(keyOfTool(item))}
        openId={open}
        isLoading={query.isPending}
        hasMore={query.hasNextPage}
        onMore={() => void query.fetchNextPage()}
        height="calc(100vh - 380px)"
        empty={
          query.error === null && (
            <Empty title={texts.emptyTitle}>
              {texts.empty} <ToolsLink search={{ tab: 'rules' }}>{texts.openRules}</ToolsLink>
            </Empty>
          )
        }
      />
      {opened !== undefined && <EffectiveDetails item={opened} onClose={() => onOpen(undefined)} />}
    </>
  );
}

function keyOfTool({ tool: { app_id: app, server, name } }: EffectiveTool): string {
  return `${app} ${server} ${name}`;
}
