/** How far the newest configuration has come. */
import { Alert, Progress, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { settingsTexts } from '../../texts/settings.ts';

const texts = settingsTexts.gateways;
const refetchMs = 5_000;

export function RolloutView() {
  const may = useMay('gateways.getRollout');
  const query = useQuery({
    queryKey: ['gateways.getRollout'],
    queryFn: ({ signal }) => api.gateways.getRollout({}, { signal }),
    refetchInterval: refetchMs,
    enabled: may,
  });
  if (!may) return null;
  return (
    <Panel title={texts.rollout} about={texts.rolloutAbout}>
      <Loaded query={query}>
        {({ revision, changed_at: at, withheld, counts, missing }) => (
          <Stack gap="xs">
            {withheld !== null && (
              <Alert color="red" title={texts.withheld}>
                <ForeignText text={withheld} maxLength={1_000} />
              </Alert>
            )}
            <Text size="sm">
              {texts.revision(revision)} <TimeAgo value={at} />
            </Text>
            <Progress
              value={counts.total === 0 ? 0 : (100 * counts.reached) / counts.total}
              aria-label={texts.rollout}
              color={counts.refusing > 0 ? 'red' : 'teal'}
            />
            <Text size="sm">{texts.reached(counts.reached, counts.total)}</Text>
            {missing.length > 0 && (
              <Text size="sm">
                {texts.missing} <ForeignText text={missing.map(({ id }) => id).join(', ')} maxLength={1_000} />
              </Text>
            )}
          </Stack>
        )}
      </Loaded>
    </Panel>
  );
}
