/** One gateway: what it refused, and its problems in words. */
import { Alert, List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Facts } from '../../parts/facts.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { settingsTexts } from '../../texts/settings.ts';

const texts = settingsTexts.gateways;

export function GatewayView({ id }: { readonly id: string }) {
  const query = useQuery({
    queryKey: ['gateways.get', id],
    queryFn: ({ signal }) => api.gateways.get({ id }, { signal }),
  });
  return (
    <Panel title={texts.one} about={<IdText value={id} />}>
      <Loaded query={query}>
        {({ running, refused, problems, first_seen_at: first, reported_at: reported }) => (
          <Stack gap="sm">
            {refused !== null && (
              <Alert color="red" title={texts.refused(refused.version ?? texts.unknown)}>
                <ForeignText text={refused.reason} maxLength={1_000} />
              </Alert>
            )}
            <Facts
              facts={[
                [texts.running, running === null ? texts.nothing : `${running.lineage}, ${running.revision}`],
                [texts.first, <TimeAgo key="first" value={first} />],
                [texts.reported, <TimeAgo key="reported" value={reported} />],
              ]}
            />
            {problems.length === 0 ? (
              <Text size="sm">{texts.noProblem}</Text>
            ) : (
              <List size="sm" aria-label={texts.problems}>
                {problems.map(({ reason, message, agent_id: agent }) => (
                  <List.Item key={`${reason} ${agent ?? ''} ${message}`}>
                    <b>
                      <ForeignText text={reason} />
                    </b>{' '}
                    {agent !== undefined && <ForeignText text={`${agent}: `} />}
                    <ForeignText text={message} maxLength={1_000} />
                  </List.Item>
                ))}
              </List>
            )}
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}
