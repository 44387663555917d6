/** The policies that hold for the agent, level by level, and the auditors that judge. */
import type { EffectivePolicy } from '@assay/client';
import { Alert, Anchor, Badge, Button, Code, Group, List, Stack, Text, Title } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { agentsTexts } from '../../texts/agents.ts';
import type { AgentPartProps } from './agent-page.tsx';

const texts = agentsTexts.rules;

export function AgentRules({ agent: { id } }: AgentPartProps) {
  const may = useMay('policies.effective');
  const query = useQuery({
    queryKey: ['policies.effective', id],
    queryFn: ({ signal }) => api.policies.effective({ agent_id: id }, { signal }),
    enabled: may,
  });
  if (!may) return null;
  return (
    <Panel
      title={texts.title}
      about={texts.about}
      actions={
        <Anchor component={Link} to="/policies" size="sm">
          {texts.open}
        </Anchor>
      }
    >
      <Loaded query={query}>{(data) => <Rules data={data} />}</Loaded>
    </Panel>
  );
}

function Rules({ data }: { readonly data: EffectivePolicy }) {
  const [isShown, { toggle }] = useDisclosure(false);
  return (
    <Stack gap="sm">
      {data.levels.length === 0 && <Text size="sm">{texts.none}</Text>}
      {data.default_policy && <Text size="sm">{texts.default}</Text>}
      {data.levels.map(({ scope, part, permits, forbids, policies }) => (
        <div key={`${scope.level} ${scope.id}`}>
          <Title order={3}>{nameIn(texts.levels, scope.level)}</Title>
          <Text size="xs" c="dimmed">
            {texts.counts(permits, forbids)}; {nameIn(texts.part, part)}
          </Text>
          <PolicyLinks policies={policies} />
        </div>
      ))}
      {data.shadow.length > 0 && (
        <div>
          <Title order={3}>{texts.shadow}</Title>
          <PolicyLinks policies={data.shadow} />
        </div>
      )}
      {data.problems.map(({ message, line }) => (
        <Alert key={`${line} ${message}`} color="yellow" p="xs">
          <ForeignText text={message} maxLength={600} />
        </Alert>
      ))}
      <div>
        <Title order={3}>{texts.chain}</Title>
        <Group gap={6} mt={4}>
          {data.chain.map(({ name, auditor_id: auditor, phases }) => (
            <Badge
              key={name}
              title={phases.join(', ')}
              component={Link}
              to={`/auditors/${encodeURIComponent(auditor)}`}
              tt="none"
            >
              <ForeignText text={name} />
            </Badge>
          ))}
        </Group>
      </div>
      {data.text !== null && (
        <>
          <Button variant="default" size="xs" w="max-content" aria-expanded={isShown} onClick={toggle}>
            {isShown ? texts.hideText : texts.text}
          </Button>
          {isShown && (
            <Code block tabIndex={0} role="region" aria-label={texts.textLabel} mah={420} className="foreign">
              {data.text}
            </Code>
          )}
        </>
      )}
    </Stack>
  );
}

function PolicyLinks({ policies }: Pick<EffectivePolicy['levels'][number], 'policies'>) {
  return (
    <List size="sm">
      {policies.map(({ id, name, version }) => (
        <List.Item key={id}>
          <Anchor component={Link} to={`/policies/${encodeURIComponent(id)}`} size="sm">
            <ForeignText text={name} />
          </Anchor>{' '}
          <Text span size="xs" c="dimmed">
            {texts.version(version)}
          </Text>
        </List.Item>
      ))}
    </List>
  );
}

function nameIn(names: Readonly<Record<string, string>>, name: string): string {
  return names[name] ?? name;
}
