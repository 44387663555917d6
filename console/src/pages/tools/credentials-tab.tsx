/** Credentials for other services. No secret is ever shown. */
import type { ScopedCredential } from '@assay/client';
import { Badge, Button, Group, Text } from '@mantine/core';
import { PlusIcon } from '@radix-ui/react-icons';
import { useNavigate } from '@tanstack/react-router';
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
import { CredentialAddDialog } from './credential-add-dialog.tsx';
import { credentialColour, ownerOf } from './credential-words.ts';
import { FilterChoice } from './filter-choice.tsx';
import { FilterField } from './filter-field.tsx';
import { useAgentIds } from './known-ids.ts';
import type { ToolsTabProps } from './tools-page.tsx';

const texts = toolsTexts.credentials;
const pageSize = 100;

const columns: readonly GridColumn<ScopedCredential>[] = [
  {
    id: 'service',
    header: texts.service,
    width: 'minmax(170px, 1fr)',
    cell: ({ service }) => <ForeignText text={service} />,
  },
  { id: 'kind', header: texts.kind, width: '210px', cell: ({ auth_type: type }) => labelOf(texts.kinds, type) },
  {
    id: 'state',
    header: texts.state,
    width: '180px',
    cell: ({ status }) => (
      <Badge size="sm" color={credentialColour(status)}>
        {labelOf(texts.states, status)}
      </Badge>
    ),
  },
  {
    id: 'owner',
    header: texts.owner,
    width: 'minmax(170px, 1fr)',
    cell: (row) => <ForeignText text={ownerOf(row)} />,
  },
  { id: 'used', header: texts.used, width: '120px', cell: (row) => <TimeAgo value={row.last_used_at} /> },
  { id: 'expires', header: texts.expires, width: '120px', cell: (row) => <TimeAgo value={row.expires_at} /> },
];

export function CredentialsTab({ search, onChange }: ToolsTabProps) {
  const navigate = useNavigate();
  const mayAdd = useMay('scopedCredentials.create');
  const agents = useAgentIds();
  const isAdding = search.add === 'credential';
  const { agent, service } = isAdding ? {} : search;
  const status = keyOf(texts.states, search.status);
  const { items, query } = usePages({
    key: ['scopedCredentials.list', { agent, service, status }],
    read: (cursor, signal) =>
      api.scopedCredentials.list({ limit: pageSize, cursor, agent_id: agent, service, status }, { signal }),
  });
  const isFiltered = agent !== undefined || service !== undefined || status !== undefined;
  return (
    <>
      <Text size="sm" mb="sm">
        {texts.about}
      </Text>
      <Group justify="space-between" align="flex-end">
        <search className="filters" aria-label={commonTexts.filters}>
          <FilterField
            label={texts.service}
            hint={texts.serviceFilterHint}
            value={service}
            isFirst
            onChange={(value) => onChange({ service: value })}
          />
          <FilterField
            label={toolsTexts.agent}
            hint={toolsTexts.agentHint}
            value={agent}
            options={agents}
            onChange={(value) => onChange({ agent: value })}
          />
          <FilterChoice
            label={texts.state}
            words={texts.states}
            any={texts.allStates}
            value={search.status}
            onChange={(value) => onChange({ status: value })}
          />
          {isFiltered && (
            <Button
              size="xs"
              variant="subtle"
              onClick={() => onChange({ agent: undefined, service: undefined, status: undefined })}
            >
              {commonTexts.clear}
            </Button>
          )}
        </search>
        {mayAdd && (
          <Button size="xs" mb={14} leftSection={<PlusIcon />} onClick={() => onChange({ add: 'credential' })}>
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
        onOpen={({ id }) => void navigate({ to: '/tools/credentials/$id', params: { id } })}
        isLoading={query.isPending}
        hasMore={query.hasNextPage}
        onMore={() => void query.fetchNextPage()}
        height="calc(100vh - 370px)"
        empty={
          query.error === null && (
            <Empty title={isFiltered ? texts.emptyFiltered : texts.emptyTitle}>
              {texts.empty}
              <p>
                <code>{texts.command}</code>
              </p>
            </Empty>
          )
        }
      />
      {mayAdd && isAdding && (
        <CredentialAddDialog
          service={search.service}
          agent={search.agent}
          onClose={() => onChange({ add: undefined, service: undefined })}
        />
      )}
    </>
  );
}
