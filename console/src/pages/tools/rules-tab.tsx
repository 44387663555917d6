/** The rules that say which tools may be called. */
import type { ScopedTool } from '@assay/client';
import { Badge, Button, Group } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
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
import { RuleAddDialog } from './rule-add-dialog.tsx';
import { RuleDialog } from './rule-dialog.tsx';
import type { ToolsTabProps } from './tools-page.tsx';

const texts = toolsTexts.rules;
const pageSize = 100;
const colours: Readonly<Record<string, string>> = { available: 'green', required: 'blue', blocked: 'red' };

const columns: readonly GridColumn<ScopedTool>[] = [
  {
    id: 'app',
    header: texts.app,
    width: 'minmax(170px, 1fr)',
    cell: ({ app_name: name, tool }) => <ForeignText text={name ?? tool.app_id} />,
  },
  {
    id: 'tool',
    header: texts.tool,
    width: 'minmax(130px, 1fr)',
    cell: ({ tool: { server, name } }) => (
      <span className="mono">
        <ForeignText text={`${server}/${name}`} />
      </span>
    ),
  },
  {
    id: 'mode',
    header: texts.mode,
    width: '110px',
    cell: ({ mode }) => (
      <Badge size="sm" color={colours[mode] ?? 'gray'}>
        {labelOf(texts.modes, mode)}
      </Badge>
    ),
  },
  {
    id: 'scope',
    header: texts.scope,
    width: '170px',
    cell: ({ scope: { level, id } }) =>
      level === 'org' ? texts.organisation : <ForeignText text={texts.workspace(id)} />,
  },
  {
    id: 'reason',
    header: texts.reason,
    width: 'minmax(180px, 1.4fr)',
    cell: ({ reason }) => <ForeignText text={reason ?? ''} />,
  },
  { id: 'by', header: texts.by, width: '120px', cell: ({ set_by: by }) => <ForeignText text={by} /> },
  { id: 'changed', header: texts.changed, width: '130px', cell: (row) => <TimeAgo value={row.updated_at} /> },
];

export function RulesTab({ search, onChange }: ToolsTabProps) {
  const mayAdd = useMay('scopedTools.create');
  const mode = keyOf(texts.modes, search.mode);
  const app = search.add === 'rule' ? undefined : search.app;
  const { items, query } = usePages({
    key: ['scopedTools.list', { mode, app }],
    read: (cursor, signal) => api.scopedTools.list({ limit: pageSize, cursor, mode, app_id: app }, { signal }),
  });
  const isFiltered = mode !== undefined || app !== undefined;
  return (
    <>
      <Group justify="space-between" align="flex-end">
        <search className="filters" aria-label={commonTexts.filters}>
          <FilterChoice
            label={texts.mode}
            words={texts.modes}
            value={search.mode}
            isFirst
            onChange={(value) => onChange({ mode: value })}
          />
          <FilterField
            label={texts.app}
            hint={texts.appFilterHint}
            value={app}
            onChange={(value) => onChange({ app: value })}
          />
          {isFiltered && (
            <Button size="xs" variant="subtle" onClick={() => onChange({ mode: undefined, app: undefined })}>
              {commonTexts.clear}
            </Button>
          )}
        </search>
        {mayAdd && (
          <Button size="xs" mb={14} leftSection={<PlusIcon />} onClick={() => onChange({ add: 'rule' })}>
            {texts.add}
          </Button>
        )}
      </Group>
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      <DataGrid
        label={texts.list}
        rows={items}
        columns={columns}
        idOf={({ id }) => id}
        onOpen={({ id }) => onChange({ rule: id })}
        openId={search.rule}
        isLoading={query.isPending}
        hasMore={query.hasNextPage}
        onMore={() => void query.fetchNextPage()}
        height="calc(100vh - 330px)"
        empty={
          query.error === null && (
            <Empty title={texts.emptyTitle}>
              {texts.empty}
              <p>
                <code>{texts.command}</code>
              </p>
            </Empty>
          )
        }
      />
      {mayAdd && search.add === 'rule' && (
        <RuleAddDialog app={search.app} onClose={() => onChange({ add: undefined, app: undefined })} />
      )}
      {search.rule !== undefined && <RuleDialog id={search.rule} onClose={() => onChange({ rule: undefined })} />}
    </>
  );
}
