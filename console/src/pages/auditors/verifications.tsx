/** Runs of the verification of a release, each with its checks. */
import { Accordion, Badge, Group, Table, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { labelOf } from '../../parts/labels.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';

const texts = auditorsTexts.releases;
const refetchMs = 2_000;
const colours = new Map([
  ['passed', 'green'],
  ['failed', 'red'],
  ['running', 'blue'],
]);

export function Verifications({ id, isRunning }: { readonly id: string; readonly isRunning: boolean }) {
  const runs = useQuery({
    queryKey: ['registeredAuditors.listVerifications', id, isRunning],
    queryFn: ({ signal }) => api.registeredAuditors.listVerifications({ id, limit: 50 }, { signal }),
    refetchInterval: isRunning ? refetchMs : false,
  });
  return (
    <div>
      <Title order={3} mb="xs">
        {texts.verifications}
      </Title>
      <Loaded query={runs}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">{texts.noVerification}</Text>
          ) : (
            <Accordion variant="separated" order={4}>
              {items.map((run) => (
                <Accordion.Item key={run.id} value={run.id}>
                  <Accordion.Control>
                    <Group gap="xs">
                      <Badge size="sm" color={colours.get(run.status) ?? 'gray'}>
                        {labelOf(texts.runs, run.status)}
                      </Badge>
                      <Text size="sm">{texts.checks(count(run.checks, 'passed'), count(run.checks, 'failed'))}</Text>
                      <Text size="xs" c="dimmed">
                        <ForeignText text={run.url} /> <TimeAgo value={run.started_at} />
                      </Text>
                    </Group>
                  </Accordion.Control>
                  <Accordion.Panel>
                    {run.labels_source === 'submitted' && <Text size="sm">{texts.submitted}</Text>}
                    <Table.ScrollContainer minWidth={520} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
                      <Table aria-label={texts.verifications}>
                        <Table.Thead>
                          <Table.Tr>
                            {[texts.check, texts.result, texts.detail].map((head) => (
                              <Table.Th key={head}>{head}</Table.Th>
                            ))}
                          </Table.Tr>
                        </Table.Thead>
                        <Table.Tbody>
                          {run.checks.map(({ name, status, detail }) => (
                            <Table.Tr key={name}>
                              <Table.Td className="mono">{name}</Table.Td>
                              <Table.Td>{labelOf(texts.checkNames, status)}</Table.Td>
                              <Table.Td>
                                <ForeignText text={detail} maxLength={500} />
                              </Table.Td>
                            </Table.Tr>
                          ))}
                        </Table.Tbody>
                      </Table>
                    </Table.ScrollContainer>
                  </Accordion.Panel>
                </Accordion.Item>
              ))}
            </Accordion>
          )
        }
      </Loaded>
    </div>
  );
}

function count(checks: readonly { readonly status: string }[], status: string): number {
  return checks.filter((check) => check.status === status).length;
}
