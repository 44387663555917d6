/** The versions of a policy, compared two by two, and what was done with it. */
import { Anchor, Badge, Button, Select, Stack, Table, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { CodeDiff } from '../../parts/code/code-diff.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { commonTexts } from '../../texts/common.ts';
import { policiesTexts } from '../../texts/policies.ts';
import { ChangeList } from './change-list.tsx';
import type { PolicyPartProps } from './policy-page.tsx';
import { useVersions } from './use-version.ts';

const route = getRouteApi('/policies/$id');
const texts = policiesTexts.history;

export function HistoryTab({ policy }: PolicyPartProps) {
  const { from, to } = route.useSearch();
  const navigate = route.useNavigate();
  const { items, query } = useVersions(policy.id);
  const after = items.find(({ version }) => String(version) === to) ?? items[0];
  const before =
    items.find(({ version }) => String(version) === from) ??
    items.find((one) => one.version === (after?.version ?? 0) - 1);
  const choices = items.map(({ version }) => ({ value: String(version), label: texts.version(version) }));
  const choose = (name: 'from' | 'to') => (value: string | null) =>
    void navigate({ search: (old) => ({ ...old, [name]: value ?? undefined }), replace: true });
  return (
    <Stack>
      <Panel title={texts.versions} about={texts.versionsAbout}>
        <Loaded query={query}>
          {() => (
            <Stack gap="sm">
              <Table.ScrollContainer minWidth={520} type="native">
                <Table aria-label={texts.versions}>
                  <Table.Tbody>
                    {items.map(({ version, created_at: at, created_by: by, reason }) => (
                      <Table.Tr key={version}>
                        <Table.Td>
                          <Anchor
                            component="button"
                            size="sm"
                            aria-label={texts.open(version)}
                            onClick={() => void navigate({ search: { version: String(version) } })}
                          >
                            {texts.version(version)}
                          </Anchor>{' '}
                          {version === policy.active_version && (
                            <Badge color="green">{policiesTexts.status.active}</Badge>
                          )}{' '}
                          {version === policy.shadow_version && (
                            <Badge color="blue">{policiesTexts.status.shadow}</Badge>
                          )}
                        </Table.Td>
                        <Table.Td>
                          <TimeAgo value={at} />
                        </Table.Td>
                        <Table.Td>
                          <ForeignText text={by} />
                        </Table.Td>
                        <Table.Td>
                          {reason === null ? (
                            <Text size="sm" c="dimmed">
                              {texts.noReason}
                            </Text>
                          ) : (
                            <ForeignText text={reason} maxLength={300} />
                          )}
                        </Table.Td>
                      </Table.Tr>
                    ))}
                  </Table.Tbody>
                </Table>
              </Table.ScrollContainer>
              {query.hasNextPage && (
                <Button variant="default" size="xs" onClick={() => void query.fetchNextPage()}>
                  {commonTexts.more}
                </Button>
              )}
            </Stack>
          )}
        </Loaded>
      </Panel>
      {items.length > 1 && before !== undefined && after !== undefined && (
        <Panel title={texts.compare}>
          <div className="filters">
            <Select
              size="xs"
              label={texts.before}
              data={choices}
              value={String(before.version)}
              onChange={choose('from')}
              allowDeselect={false}
            />
            <Select
              size="xs"
              label={texts.after}
              data={choices}
              value={String(after.version)}
              onChange={choose('to')}
              allowDeselect={false}
            />
          </div>
          {before.text === after.text ? (
            <Text size="sm">{texts.same}</Text>
          ) : (
            <CodeDiff
              label={texts.label(before.version, after.version)}
              before={before.text}
              after={after.text}
              language="cedar"
            />
          )}
        </Panel>
      )}
      <ChangeList id={policy.id} />
    </Stack>
  );
}
