/** The list of workflows. */
import { Button, Code, Select } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { PlusIcon } from '@radix-ui/react-icons';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { DataGrid } from '../../parts/data-grid.tsx';
import { Empty } from '../../parts/empty.tsx';
import { Page } from '../../parts/page.tsx';
import { Problem } from '../../parts/problem.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { commonTexts } from '../../texts/common.ts';
import { workflowTexts } from '../../texts/workflows.ts';
import { workflowColumns } from './workflow-columns.tsx';

// It brings the layout of graphs along, which the list does not need.
const CreateWorkflow = lazy(async () => ({ default: (await import('./create-workflow.tsx')).CreateWorkflow }));
const route = getRouteApi('/workflows');
const texts = workflowTexts.list;
const pageSize = 100;
const refetchMs = 5_000;
const statuses = ['draft', 'deploying', 'running', 'stopping', 'stopped', 'failed'] as const;

export function WorkflowsPage() {
  const { status: wanted } = route.useSearch();
  const status = statuses.find((known) => known === wanted);
  const navigate = useNavigate();
  const mayCreate = useMay('workflows.create');
  const [isCreating, creating] = useDisclosure(false);
  const { items, query } = usePages({
    key: ['workflows.list', status],
    read: (cursor, signal) => api.workflows.list({ limit: pageSize, cursor, status }, { signal }),
    refetchMs,
  });
  const create = mayCreate && (
    <Button leftSection={<PlusIcon />} onClick={creating.open}>
      {texts.create}
    </Button>
  );
  return (
    <Page title={commonTexts.pages.workflows} about={workflowTexts.about} actions={create}>
      <search className="filters" aria-label={commonTexts.filters}>
        <Select
          label={texts.status}
          size="xs"
          w={150}
          allowDeselect={false}
          data={[
            { value: '', label: texts.any },
            ...statuses.map((value) => ({ value, label: workflowTexts.statuses[value] ?? value })),
          ]}
          value={status ?? ''}
          onChange={(value) =>
            void navigate({ to: '/workflows', search: { status: value === '' ? undefined : (value ?? undefined) } })
          }
          data-first-filter
        />
      </search>
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      <DataGrid
        label={texts.label}
        rows={items}
        columns={workflowColumns}
        idOf={({ id }) => id}
        onOpen={({ id }) => void navigate({ to: '/workflows/$id', params: { id } })}
        isLoading={query.isPending}
        hasMore={query.hasNextPage}
        onMore={() => void query.fetchNextPage()}
        height="calc(100vh - 290px)"
        empty={
          query.error !== null ? null : status !== undefined ? (
            <Empty title={texts.nothingFits}>{texts.nothingFitsHelp}</Empty>
          ) : (
            <Empty title={texts.empty}>
              {texts.emptyHelp}
              <Code block mt="sm" ta="left">
                {texts.emptyCommand}
              </Code>
            </Empty>
          )
        }
      />
      <Suspense>{isCreating && <CreateWorkflow onClose={creating.close} />}</Suspense>
    </Page>
  );
}
