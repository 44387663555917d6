/** The apps of the catalog, with filters. */
import type { App, AppsListCall } from '@assay/client';
import { Badge, Button, Group } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { useNavigate } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { DataGrid, type GridColumn } from '../../parts/data-grid.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { keyOf, labelOf } from '../../parts/labels.ts';
import { Problem } from '../../parts/problem.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { commonTexts } from '../../texts/common.ts';
import { toolsTexts } from '../../texts/tools.ts';
import { AppDialog } from './app-dialog.tsx';
import { FilterChoice } from './filter-choice.tsx';
import { FilterField } from './filter-field.tsx';
import type { ToolsSearch, ToolsTabProps } from './tools-page.tsx';

const texts = toolsTexts.catalog;
const pageSize = 100;

const columns: readonly GridColumn<App>[] = [
  { id: 'title', header: texts.title, width: 'minmax(160px, 1fr)', cell: ({ title }) => <ForeignText text={title} /> },
  { id: 'type', header: texts.type, width: '120px', cell: ({ type }) => labelOf(toolsTexts.types, type) },
  {
    id: 'name',
    header: texts.name,
    width: 'minmax(240px, 1.4fr)',
    cell: ({ name }) => (
      <span className="mono">
        <ForeignText text={name} />
      </span>
    ),
  },
  { id: 'version', header: texts.version, width: '110px', cell: ({ version }) => <ForeignText text={version} /> },
  {
    id: 'tier',
    header: texts.tier,
    width: '120px',
    cell: ({ trust_tier: tier }) => (
      <Badge size="sm" color={tier === 'community' ? 'gray' : 'teal'}>
        {labelOf(toolsTexts.tiers, tier)}
      </Badge>
    ),
  },
  {
    id: 'category',
    header: texts.category,
    width: '130px',
    cell: ({ category }) => <ForeignText text={category ?? ''} />,
  },
  { id: 'status', header: texts.status, width: '110px', cell: ({ status }) => labelOf(toolsTexts.appStates, status) },
  {
    id: 'origin',
    header: texts.origin,
    width: '150px',
    cell: ({ shipped }) => (shipped ? texts.shipped : texts.own),
  },
];

export function CatalogTab({ search, onChange }: ToolsTabProps) {
  const navigate = useNavigate();
  const mayAdd = useMay('apps.create');
  const filter = toFilter(search);
  const { items, query } = usePages({
    key: ['apps.list', filter],
    read: (cursor, signal) => api.apps.list({ limit: pageSize, cursor, ...filter }, { signal }),
  });
  const isFiltered = Object.values(filter).some((value) => value !== undefined);
  return (
    <>
      <Group justify="space-between" align="flex-end">
        <search className="filters" aria-label={commonTexts.filters}>
          <FilterField
            label={texts.search}
            hint={texts.searchHint}
            width={220}
            value={search.q}
            isFirst
            onChange={(q) => onChange({ q })}
          />
          <FilterChoice
            label={texts.type}
            words={toolsTexts.types}
            value={search.type}
            onChange={(type) => onChange({ type })}
          />
          <FilterChoice
            label={texts.tier}
            words={toolsTexts.tiers}
            value={search.tier}
            onChange={(tier) => onChange({ tier })}
          />
          <FilterField
            label={texts.category}
            hint={texts.categoryHint}
            width={150}
            value={search.category}
            onChange={(category) => onChange({ category })}
          />
          {isFiltered && (
            <Button
              size="xs"
              variant="subtle"
              onClick={() => onChange({ q: undefined, type: undefined, tier: undefined, category: undefined })}
            >
              {commonTexts.clear}
            </Button>
          )}
        </search>
        {mayAdd && (
          <Button size="xs" mb={14} leftSection={<PlusIcon />} onClick={() => onChange({ add: 'app' })}>
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
        onOpen={({ id }) => void navigate({ to: '/tools/apps/$id', params: { id }, search: { agent: search.agent } })}
        isLoading={query.isPending}
        hasMore={query.hasNextPage}
        onMore={() => void query.fetchNextPage()}
        height="calc(100vh - 330px)"
        empty={
          query.error === null && (
            <Empty title={texts.emptyTitle}>
              {texts.empty} {texts.emptyCommand}
            </Empty>
          )
        }
      />
      {mayAdd && <AppDialog isOpen={search.add === 'app'} onClose={() => onChange({ add: undefined })} />}
    </>
  );
}

function toFilter({
  q,
  type,
  tier,
  category,
}: ToolsSearch): Pick<AppsListCall, 'q' | 'type' | 'trust_tier' | 'category'> {
  return { q, type: keyOf(toolsTexts.types, type), trust_tier: keyOf(toolsTexts.tiers, tier), category };
}
