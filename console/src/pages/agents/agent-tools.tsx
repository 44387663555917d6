/** The tools of the agent and which rule decided about each. */
import type { EffectiveTool } from '@assay/client';
import { Alert, Anchor, Badge, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { DataGrid, type GridColumn } from '../../parts/data-grid.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Problem } from '../../parts/problem.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { agentsTexts } from '../../texts/agents.ts';
import { commonTexts } from '../../texts/common.ts';
import type { AgentPartProps } from './agent-page.tsx';

const texts = agentsTexts.tools;
const pageSize = 200;
const modeColours: Readonly<Record<string, string>> = { available: 'green', required: 'blue', blocked: 'red' };

const columns: readonly GridColumn<EffectiveTool>[] = [
  {
    id: 'tool',
    header: texts.columns.tool,
    width: 'minmax(160px, 1fr)',
    cell: ({ tool }) => <ForeignText text={tool.name} />,
  },
  {
    id: 'server',
    header: texts.columns.server,
    width: 'minmax(130px, 1fr)',
    cell: ({ tool }) => <ForeignText text={tool.server} />,
  },
  {
    id: 'mode',
    header: texts.columns.mode,
    width: '110px',
    cell: ({ mode }) => (
      <Badge size="sm" color={modeColours[mode] ?? 'gray'}>
        {nameIn(texts.modes, mode)}
      </Badge>
    ),
  },
  {
    id: 'callable',
    header: texts.columns.callable,
    width: '150px',
    cell: ({ callable }) => (callable ? texts.callable : texts.notCallable),
  },
  {
    id: 'by',
    header: texts.columns.by,
    width: '160px',
    cell: ({ decided_by: by }) => nameIn(texts.levels, by.level),
  },
  {
    id: 'reason',
    header: texts.columns.reason,
    width: 'minmax(200px, 2fr)',
    cell: ({ reason, rule_reason: ruleReason }) => (
      <ForeignText
        text={[reason === null ? '' : nameIn(texts.reasons, reason), ruleReason ?? ''].filter(Boolean).join('; ')}
      />
    ),
  },
];

export function AgentTools({ agent: { id } }: AgentPartProps) {
  const may = useMay('scopedTools.listEffective');
  const { items, query } = usePages({
    key: ['scopedTools.listEffective', id],
    read: (cursor, signal) => api.scopedTools.listEffective({ agent_id: id, limit: pageSize, cursor }, { signal }),
    enabled: may,
  });
  if (!may) return <Empty title={commonTexts.failed.forbidden} />;
  return (
    <Stack gap="sm">
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      {items.some(({ mode, callable }) => mode === 'required' && !callable) && (
        <Alert color="yellow">{texts.degraded}</Alert>
      )}
      <div>
        {texts.about}{' '}
        <Anchor underline="always" component={Link} to={`/tools?agent=${encodeURIComponent(id)}`}>
          {texts.open}
        </Anchor>
      </div>
      <DataGrid
        label={texts.list}
        rows={items}
        columns={columns}
        idOf={({ tool }) => `${tool.app_id} ${tool.server} ${tool.name}`}
        isLoading={query.isPending}
        hasMore={query.hasNextPage}
        onMore={() => void query.fetchNextPage()}
        height="calc(100vh - 330px)"
        empty={query.error === null && <Empty title={texts.none}>{texts.noneHelp}</Empty>}
      />
    </Stack>
  );
}

function nameIn(names: Readonly<Record<string, string>>, name: string): string {
  return names[name] ?? name;
}
