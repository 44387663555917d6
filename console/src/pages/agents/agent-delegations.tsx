/** For whom the agent may act, and the requests for consent that wait. */
import type { DelegationGrant } from '@assay/client';
import { Anchor, Button, List, SegmentedControl, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { AskReason } from '../../parts/ask-reason.tsx';
import { DataGrid } from '../../parts/data-grid.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Problem } from '../../parts/problem.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { agentsTexts } from '../../texts/agents.ts';
import { commonTexts } from '../../texts/common.ts';
import type { AgentPartProps } from './agent-page.tsx';
import { delegationColumns } from './delegation-columns.tsx';

const texts = agentsTexts.delegations;
const route = getRouteApi('/agents/$id');
const pageSize = 100;

export function AgentDelegations({ agent: { id } }: AgentPartProps) {
  const { show } = route.useSearch();
  const navigate = route.useNavigate();
  const status = show === 'revoked' ? 'revoked' : 'active';
  const may = useMay('delegations.list');
  const mayRevoke = useMay('delegations.revoke');
  const [ending, setEnding] = useState<DelegationGrant>();
  const { items, query } = usePages({
    key: ['delegations.list', id, status],
    read: (cursor, signal) => api.delegations.list({ agent_id: id, status, limit: pageSize, cursor }, { signal }),
    enabled: may,
  });
  const columns = useMemo(
    () =>
      delegationColumns(status, (row) =>
        mayRevoke && status === 'active' ? (
          <Button size="compact-xs" variant="light" color="red" onClick={() => setEnding(row)}>
            {texts.revoke}
          </Button>
        ) : null,
      ),
    [mayRevoke, status],
  );
  if (!may) return <Empty title={commonTexts.failed.forbidden} />;
  return (
    <Stack gap="sm">
      <PendingConsents id={id} />
      <Text size="sm">{texts.about}</Text>
      <SegmentedControl
        aria-label={texts.status}
        size="xs"
        w="max-content"
        data={[
          { value: 'active', label: texts.active },
          { value: 'revoked', label: texts.revoked },
        ]}
        value={status}
        onChange={(value) =>
          void navigate({
            search: (old) => ({ ...old, show: value === 'revoked' ? 'revoked' : undefined }),
            replace: true,
          })
        }
      />
      {query.error !== null && <Problem error={query.error} onRetry={() => void query.refetch()} />}
      <DataGrid
        label={texts.title}
        rows={items}
        columns={columns}
        idOf={({ id: grant }) => grant}
        isLoading={query.isPending}
        hasMore={query.hasNextPage}
        onMore={() => void query.fetchNextPage()}
        height="calc(100vh - 380px)"
        empty={query.error === null && <Empty title={texts.none}>{texts.noneHelp}</Empty>}
      />
      {ending !== undefined && <RevokeDialog grant={ending} onClose={() => setEnding(undefined)} />}
    </Stack>
  );
}

function PendingConsents({ id }: { readonly id: string }) {
  const may = useMay('delegations.listPending');
  const { data } = useQuery({
    queryKey: ['delegations.listPending', id],
    queryFn: ({ signal }) => api.delegations.listPending({ agent_id: id }, { signal }),
    enabled: may,
  });
  if (data === undefined || data.items.length === 0) return null;
  return (
    <Panel title={texts.pending}>
      <List size="sm">
        {data.items.map(({ id: approval, display, expires_at: expires }) => (
          <List.Item key={approval}>
            <Anchor component={Link} to={`/approvals/${encodeURIComponent(approval)}`} size="sm">
              <ForeignText text={display.title} />
            </Anchor>{' '}
            <TimeAgo value={expires} />
          </List.Item>
        ))}
      </List>
    </Panel>
  );
}

function RevokeDialog({ grant, onClose }: { readonly grant: DelegationGrant; readonly onClose: () => void }) {
  const queries = useQueryClient();
  const revoke = useMutation({
    mutationFn: (reason: string) =>
      api.delegations.revoke({
        agent_id: grant.agent_id,
        grant_id: grant.id,
        reason: reason === '' ? undefined : reason,
      }),
    onSuccess: async () => {
      onClose();
      await queries.invalidateQueries({ queryKey: ['delegations.list', grant.agent_id] });
    },
  });
  return (
    <AskReason
      isOpen
      title={texts.revokeTitle}
      about={
        <>
          <ForeignText text={grant.subject_id} />. {texts.revokeAbout}
        </>
      }
      verb={texts.revoke}
      isRequired={false}
      isDangerous
      isPending={revoke.isPending}
      error={revoke.error}
      onClose={onClose}
      onConfirm={(reason) => revoke.mutate(reason)}
    />
  );
}
