/** The composite passport: what vouches for each member of the deployed revision. */
import type { CompositePassport, Workflow } from '@assay/client';
import { Alert, Anchor, Button, Code, Group, List, Stack, Table } from '@mantine/core';
import { DownloadIcon } from '@radix-ui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { Facts } from '../../parts/facts.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { saveFile } from '../../parts/save-file.ts';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { commonTexts } from '../../texts/common.ts';
import { workflowTexts } from '../../texts/workflows.ts';
import { StateBadge } from './state-badge.tsx';

const texts = workflowTexts.passport;

export function PassportTab({ workflow: { id, deployed_revision: deployed } }: { readonly workflow: Workflow }) {
  const passport = useQuery({
    queryKey: ['workflows.getPassport', id, deployed],
    queryFn: ({ signal }) => api.workflows.getPassport({ id }, { signal }),
    enabled: deployed !== null,
  });
  if (deployed === null) return <Empty title={texts.none}>{texts.noneHelp}</Empty>;
  return (
    <Loaded query={passport} lines={8}>
      {(data) => <PassportView passport={data} />}
    </Loaded>
  );
}

function PassportView({ passport }: { readonly passport: CompositePassport }) {
  const { passport_id: id, workflow_id: workflowId, missing, jwt } = passport;
  return (
    <Stack>
      <Panel
        title={texts.title}
        about={texts.about}
        actions={
          <Button
            size="xs"
            variant="default"
            leftSection={<DownloadIcon />}
            onClick={() => saveFile(`${workflowId}-passport.jwt`, jwt, 'application/jwt')}
          >
            {texts.download}
          </Button>
        }
      >
        {missing.length > 0 && (
          <Alert color="orange" mb="sm" title={texts.missing}>
            <List size="sm">
              {missing.map((node) => (
                <List.Item key={node}>
                  <ForeignText text={node} />
                </List.Item>
              ))}
            </List>
          </Alert>
        )}
        <Facts
          facts={[
            [texts.status, <StateBadge key="status" of="passport" status={passport.status} />],
            [texts.id, <IdText key="id" value={id} />],
            [texts.revision, passport.revision],
            [texts.issued, <TimeAgo key="issued" value={passport.issued_at} />],
            [texts.valid, <TimeAgo key="valid" value={passport.valid_until} />],
            [texts.graph, <IdText key="graph" value={passport.graph_digest} />],
            [texts.root, <IdText key="root" value={passport.merkle_root} />],
          ]}
        />
        <Group gap="sm" mt="sm">
          <Anchor component={Link} to="/verify" size="sm">
            {texts.check}
          </Anchor>
          <Code>{texts.command}</Code>
        </Group>
      </Panel>
      <Members passport={passport} />
      <Panel title={texts.signed}>
        <JsonView value={jwt} label={texts.signed} />
      </Panel>
    </Stack>
  );
}

function Members({ passport: { members } }: { readonly passport: CompositePassport }) {
  return (
    <Panel title={texts.members}>
      <Table.ScrollContainer minWidth={560}>
        <Table>
          <Table.Thead>
            <Table.Tr>
              {Object.entries(texts.columns).map(([name, label]) => (
                <Table.Th key={name}>{label}</Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {members.map(({ node_id: node, agent_id: agent, passport_id: passport, status, evaluated_at: time }) => (
              <Table.Tr key={node}>
                <Table.Td>
                  <ForeignText text={node} />
                </Table.Td>
                <Table.Td>
                  {agent === null ? (
                    commonTexts.none
                  ) : (
                    <Anchor component={Link} to={`/agents/${encodeURIComponent(agent)}`} size="sm">
                      <ForeignText text={agent} />
                    </Anchor>
                  )}
                </Table.Td>
                <Table.Td>
                  <StateBadge of="passport" status={status} />
                </Table.Td>
                <Table.Td>
                  {passport === null ? (
                    commonTexts.none
                  ) : (
                    <Anchor component={Link} to={`/verify/passport/${encodeURIComponent(passport)}`} size="sm">
                      …{passport.slice(-10)}
                    </Anchor>
                  )}
                </Table.Td>
                <Table.Td>
                  <TimeAgo value={time} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}
