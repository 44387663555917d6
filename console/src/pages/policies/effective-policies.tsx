/** The policies that gateways get for one agent, level by level, with their combined text. */
import { Alert, Anchor, Badge, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { CodeEditor } from '../../parts/code/code-editor.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { policiesTexts } from '../../texts/policies.ts';
import { nameScope } from './scopes.ts';

const texts = policiesTexts.effective;

export function EffectivePolicies({ agent }: { readonly agent: string }) {
  const may = useMay('policies.effective');
  const effective = useQuery({
    queryKey: ['policies.effective', agent],
    queryFn: ({ signal }) => api.policies.effective({ agent_id: agent }, { signal }),
    enabled: may,
  });
  if (!may) return null;
  return (
    <div style={{ marginTop: 14 }}>
      <Panel title={texts.title} about={texts.about}>
        <Loaded query={effective}>
          {({ levels, text, default_policy: isDefault, shadow }) => (
            <Stack gap="sm">
              {isDefault && <Alert color="gray">{text === null ? texts.none : texts.isDefault}</Alert>}
              {levels.map(({ scope, part, policies }) => (
                <div key={`${scope.level} ${scope.id}`}>
                  <Group gap="xs">
                    <Text size="sm" fw={600}>
                      <ForeignText text={nameScope(scope)} />
                    </Text>
                    <Badge color="gray">{partOf(part)}</Badge>
                  </Group>
                  {policies.map((policy) => (
                    <PolicyLink key={policy.id} policy={policy} />
                  ))}
                </div>
              ))}
              {shadow.length > 0 && (
                <div>
                  <Text size="sm" fw={600}>
                    {texts.shadow}
                  </Text>
                  {shadow.map((policy) => (
                    <PolicyLink key={policy.id} policy={policy} />
                  ))}
                </div>
              )}
              {text !== null && (
                <CodeEditor
                  label={texts.text}
                  value={text}
                  language="cedar"
                  isReadOnly
                  minHeight="60px"
                  maxHeight="50vh"
                />
              )}
            </Stack>
          )}
        </Loaded>
      </Panel>
    </div>
  );
}

function partOf(part: string): string {
  const known = (['permits', 'tightens', 'forbids'] as const).find((one) => one === part);
  return known === undefined ? part : texts.parts[known];
}

interface PolicyLinkProps {
  readonly policy: { readonly id: string; readonly name: string; readonly version: number };
}

function PolicyLink({ policy: { id, name, version } }: PolicyLinkProps) {
  return (
    <div>
      <Anchor component={Link} to={`/policies/${encodeURIComponent(id)}`} size="sm">
        <ForeignText text={name} />, {version}
      </Anchor>
    </div>
  );
}
