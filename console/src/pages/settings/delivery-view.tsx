/** One delivery: its attempts and the message. */
import { List, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { toDuration } from '../../parts/time.ts';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { settingsTexts } from '../../texts/settings.ts';

const texts = settingsTexts.deliveries;

export function DeliveryView({ webhook, delivery }: { readonly webhook: string; readonly delivery: string }) {
  const query = useQuery({
    queryKey: ['webhooks.getDelivery', webhook, delivery],
    queryFn: ({ signal }) => api.webhooks.getDelivery({ id: webhook, delivery_id: delivery }, { signal }),
  });
  return (
    <Stack gap="sm" mt="md" component="section" aria-label={texts.one}>
      <Loaded query={query}>
        {({ attempts, payload, reason }) => (
          <>
            {reason !== null && (
              <Text size="sm">
                {texts.why}: <ForeignText text={reason} />
              </Text>
            )}
            <List size="sm">
              {attempts.map(({ at, status, error, duration_ms: ms }) => (
                <List.Item key={at}>
                  <TimeAgo value={at} />, <ForeignText text={error ?? `HTTP ${status ?? ''}`} />, {toDuration(ms)}
                </List.Item>
              ))}
            </List>
            <JsonView value={payload} label={texts.message} />
          </>
        )}
      </Loaded>
    </Stack>
  );
}
