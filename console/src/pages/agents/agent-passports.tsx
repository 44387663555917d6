/** The newest passport of the agent at each gateway. */
import { Anchor, Badge, Group, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { agentsTexts as texts } from '../../texts/agents.ts';
import type { AgentPartProps } from './agent-page.tsx';

const most = 5;
const colours: Readonly<Record<string, string>> = {
  affirming: 'green',
  warning: 'yellow',
  contraindicated: 'red',
  none: 'gray',
};

export function AgentPassports({ agent: { id } }: AgentPartProps) {
  const may = useMay('passports.list');
  const query = useQuery({
    queryKey: ['passports.list', { agent: id }],
    queryFn: ({ signal }) => api.passports.list({ agent_id: id, latest: true, limit: most }, { signal }),
    enabled: may,
  });
  if (!may) return null;
  return (
    <Panel title={texts.passport} about={texts.passportAbout}>
      <Loaded query={query} lines={2}>
        {({ items }) =>
          items.length === 0 ? (
            <Text size="sm">{texts.noPassport}</Text>
          ) : (
            <List listStyleType="none" spacing="xs" size="sm">
              {items.map((passport) => (
                <List.Item key={passport.passport_id}>
                  <Group gap={6}>
                    <Badge size="sm" color={colours[passport.status] ?? 'gray'}>
                      {nameIn(texts.passportStatus, passport.status)}
                    </Badge>
                    {passport.state !== 'valid' && (
                      <Badge size="sm" color="red">
                        {nameIn(texts.passportState, passport.state)}
                      </Badge>
                    )}
                    {passport.is_mock && <Badge size="sm">{texts.mock}</Badge>}
                  </Group>
                  <Anchor
                    component={Link}
                    to={`/verify/passport/${encodeURIComponent(passport.passport_id)}`}
                    size="sm"
                    className="mono"
                  >
                    {passport.passport_id}
                  </Anchor>
                  <Text size="xs" c="dimmed">
                    {texts.exchanges(passport.evidence_count)}, {texts.expires} <TimeAgo value={passport.expires_at} />
                    {passport.gateway_id !== null && (
                      <>
                        , <ForeignText text={passport.gateway_id} />
                      </>
                    )}
                  </Text>
                </List.Item>
              ))}
            </List>
          )
        }
      </Loaded>
    </Panel>
  );
}

function nameIn(names: Readonly<Record<string, string>>, name: string): string {
  return names[name] ?? name;
}
