/** Releases of auditors: the list, one release in full, and the form that registers one. */
import { Button, Group, Select, Stack, Table, Text, UnstyledButton } from '@mantine/core';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { usePages } from '../../parts/use-pages.ts';
import { auditorsTexts } from '../../texts/auditors.ts';
import { commonTexts } from '../../texts/common.ts';
import { keyOf } from './key-of.ts';
import { RegisterRelease } from './register-release.tsx';
import { ReleasePanel } from './release-panel.tsx';
import { StatusBadge } from './status-badge.tsx';

const texts = auditorsTexts.releases;
const refetchMs = 10_000;

interface ReleasesTabProps {
  readonly status: string | undefined;
  readonly release: string | undefined;
  readonly onChange: (change: { readonly status?: string | undefined; readonly release?: string | undefined }) => void;
}

export function ReleasesTab({ status, release, onChange }: ReleasesTabProps) {
  const chosen = keyOf(texts.statuses, status ?? '');
  const { items, query } = usePages({
    key: ['registeredAuditors.list', chosen],
    read: (cursor, signal) => api.registeredAuditors.list({ limit: 50, cursor, status: chosen }, { signal }),
    refetchMs,
  });
  return (
    <Stack>
      <Group justify="space-between" align="flex-end">
        <Text size="sm" maw={560}>
          {texts.about}
        </Text>
        <RegisterRelease onRegistered={(id) => onChange({ release: id })} />
      </Group>
      <search className="filters" aria-label={commonTexts.filters}>
        <Select
          label={texts.status}
          size="xs"
          w={170}
          data={[
            { value: '', label: texts.any },
            ...Object.entries(texts.statuses).map(([value, label]) => ({ value, label })),
          ]}
          value={chosen ?? ''}
          onChange={(value) => onChange({ status: value === null || value === '' ? undefined : value })}
          data-first-filter
        />
      </search>
      {release !== undefined && (
        <ReleasePanel key={release} id={release} onClose={() => onChange({ release: undefined })} />
      )}
      <Loaded query={query}>
        {() =>
          items.length === 0 ? (
            chosen === undefined ? (
              <Empty title={texts.emptyTitle}>{texts.empty}</Empty>
            ) : (
              <Empty title={texts.nothingFits}>{texts.nothingFitsHelp}</Empty>
            )
          ) : (
            <Table.ScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
              <Table aria-label={texts.list} highlightOnHover>
                <Table.Thead>
                  <Table.Tr>
                    {[texts.name, texts.version, texts.status, texts.image, texts.created].map((head) => (
                      <Table.Th key={head}>{head}</Table.Th>
                    ))}
                  </Table.Tr>
                </Table.Thead>
                <Table.Tbody>
                  {items.map(({ id, name, version, status: state, image, created_at: created }) => (
                    <Table.Tr key={id}>
                      <Table.Td>
                        <UnstyledButton fz="inherit" c="teal" td="underline" onClick={() => onChange({ release: id })}>
                          <ForeignText text={name} maxLength={80} />
                        </UnstyledButton>
                      </Table.Td>
                      <Table.Td>
                        <ForeignText text={version} />
                      </Table.Td>
                      <Table.Td>
                        <StatusBadge status={state} />
                      </Table.Td>
                      <Table.Td>
                        <IdText value={image} short />
                      </Table.Td>
                      <Table.Td>
                        <TimeAgo value={created} />
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            </Table.ScrollContainer>
          )
        }
      </Loaded>
      {query.hasNextPage && (
        <Button variant="default" size="xs" w="max-content" onClick={() => void query.fetchNextPage()}>
          {commonTexts.more}
        </Button>
      )}
    </Stack>
  );
}
