/** The policies of one scope. */
import type { Policy } from '@assay/client';
import { Anchor, Badge, Button, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { policiesTexts } from '../../texts/policies.ts';
import { PolicyStatus } from './policy-status.tsx';
import { keyOf, nameScope, type Scope } from './scopes.ts';

const texts = policiesTexts.list;

interface PolicyListProps {
  readonly scope: Scope;
  readonly policies: readonly Policy[];
  readonly mayCreate: boolean;
}

export function PolicyList({ scope, policies, mayCreate }: PolicyListProps) {
  const own = policies.filter((policy) => keyOf(policy.scope) === keyOf(scope));
  return (
    <Panel title={texts.title(nameScope(scope))}>
      {own.length === 0 ? (
        <Empty title={texts.emptyTitle}>
          <Text size="sm">{scope.level === 'org' ? texts.emptyOrg : texts.emptyInner}</Text>
          {mayCreate && (
            <>
              <Text size="sm" my="sm">
                {texts.emptyHelp}
              </Text>
              <Button component={Link} to={`/policies/new?scope=${encodeURIComponent(keyOf(scope))}`} variant="light">
                {policiesTexts.new}
              </Button>
            </>
          )}
        </Empty>
      ) : (
        <Table.ScrollContainer minWidth={480} type="native">
          <Table aria-label={texts.title(nameScope(scope))}>
            <Table.Thead>
              <Table.Tr>
                {(['name', 'status', 'version', 'changed'] as const).map((name) => (
                  <Table.Th key={name} scope="col">
                    {texts.columns[name]}
                  </Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {own.map((policy) => (
                <PolicyRow key={policy.id} policy={policy} />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Panel>
  );
}

function PolicyRow({ policy }: { readonly policy: Policy }) {
  const { id, name, description, status, version, active_version: active, problems, updated_at: updated } = policy;
  const wrong = problems.filter(({ severity }) => severity === 'error').length;
  return (
    <Table.Tr>
      <Table.Td>
        <Anchor component={Link} to={`/policies/${encodeURIComponent(id)}`} size="sm" fw={600}>
          <ForeignText text={name} />
        </Anchor>
        {description !== '' && (
          <Text size="xs" c="dimmed">
            <ForeignText text={description} />
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        <PolicyStatus status={status} /> {wrong > 0 && <Badge color="red">{texts.problems(wrong)}</Badge>}
      </Table.Td>
      <Table.Td>{texts.versions(version, active)}</Table.Td>
      <Table.Td>
        <TimeAgo value={updated} />
      </Table.Td>
    </Table.Tr>
  );
}
