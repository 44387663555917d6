/** The newest decisions of the shadow version, read from Evidence. */
import type { Policy } from '@assay/client';
import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { DataGrid, type GridColumn } from '../../parts/data-grid.tsx';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { commonTexts } from '../../texts/common.ts';
import { policiesTexts } from '../../texts/policies.ts';
import { countShadow, type ShadowRow, toShadowRows } from './shadow-results.ts';

const route = getRouteApi('/policies/$id');
const texts = policiesTexts.shadow;
/** The list of Evidence has no shadow decisions, so each one is read by itself. */
const mostRead = 40;

const columns: readonly GridColumn<ShadowRow>[] = [
  { id: 'at', header: texts.columns.at, width: '120px', cell: ({ at }) => <TimeAgo value={at} /> },
  {
    id: 'agent',
    header: texts.columns.agent,
    width: 'minmax(120px, 1fr)',
    cell: ({ agent }) => <ForeignText text={agent} />,
  },
  { id: 'phase', header: texts.columns.phase, width: '110px', cell: ({ phase }) => phase },
  { id: 'active', header: texts.columns.active, width: '110px', cell: ({ active }) => wordOf(active) },
  {
    id: 'shadow',
    header: texts.columns.shadow,
    width: '110px',
    cell: ({ shadow, differs }) => (differs ? <b>{wordOf(shadow)}</b> : wordOf(shadow)),
  },
  {
    id: 'reasons',
    header: texts.columns.reasons,
    width: 'minmax(160px, 2fr)',
    cell: ({ reasons }) => <ForeignText text={reasons.join(', ')} />,
  },
];

function wordOf(decision: string): string {
  const known = (['allow', 'deny', 'error'] as const).find((one) => one === decision);
  return known === undefined ? decision : texts.decisions[known];
}

export function ShadowResults({ policy: { id, name, scope } }: { readonly policy: Policy }) {
  const { differs } = route.useSearch();
  const navigate = route.useNavigate();
  const may = useMay('evidence.get');
  const results = useQuery({
    queryKey: ['evidence.list', 'shadow', id],
    queryFn: async ({ signal }) => {
      const { items } = await api.evidence.list(
        {
          limit: mostRead,
          ...(scope.level === 'workspace' ? { workspace_id: scope.id } : {}),
          ...(scope.level === 'agent' ? { agent_id: scope.id } : {}),
        },
        { signal },
      );
      const evidence = await Promise.all(items.map((item) => api.evidence.get({ id: item.evidence_id }, { signal })));
      return { read: evidence.length, rows: toShadowRows(evidence, { id, name }) };
    },
    enabled: may,
  });
  if (!may) return null;
  const isFiltered = differs === 'yes';
  return (
    <Panel
      title={texts.results}
      about={results.data === undefined ? undefined : texts.resultsAbout(results.data.read)}
      actions={
        <Button size="xs" variant="default" onClick={() => void results.refetch()} loading={results.isFetching}>
          {commonTexts.refresh}
        </Button>
      }
    >
      <Loaded query={results}>
        {({ rows }) => {
          if (rows.length === 0) return <Empty title={texts.noneTitle}>{texts.none}</Empty>;
          const counts = countShadow(rows);
          return (
            <>
              <Group gap="lg" mb="sm">
                {(['agree', 'wouldDeny', 'wouldAllow', 'failed'] as const).map((name) => (
                  <Text key={name} size="sm">
                    <b>{counts[name]}</b> {texts[name]}
                  </Text>
                ))}
                <Checkbox
                  size="xs"
                  label={texts.differs}
                  checked={isFiltered}
                  onChange={({ currentTarget: { checked } }) =>
                    void navigate({
                      search: (old) => ({ ...old, differs: checked ? 'yes' : undefined }),
                      replace: true,
                    })
                  }
                />
              </Group>
              <DataGrid
                label={texts.results}
                rows={isFiltered ? rows.filter((row) => row.differs) : rows}
                columns={columns}
                idOf={({ key }) => key}
                onOpen={({ evidenceId }) => void navigate({ to: '/traffic/$id', params: { id: evidenceId } })}
                height="min(420px, 50vh)"
                empty={<Text size="sm">{texts.noneDiffers}</Text>}
              />
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}
