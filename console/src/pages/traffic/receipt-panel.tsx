/** The receipt and what the verifier checked of it. */
import { ApiError, type ReceiptView } from '@assay/client';
import { Badge, Group, List, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Facts } from '../../parts/facts.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { trafficTexts } from '../../texts/traffic.ts';

const texts = trafficTexts.exchange;
const colours: Readonly<Record<string, string>> = { passed: 'green', failed: 'red' };

export function ReceiptPanel({ evidenceId }: { readonly evidenceId: string }) {
  const query = useQuery({
    queryKey: ['receipts.get', evidenceId],
    queryFn: ({ signal }) => readReceipt(evidenceId, signal),
  });
  return <Loaded query={query}>{(receipt) => <ReceiptFacts receipt={receipt} />}</Loaded>;
}

/** The receipt may arrive after its Evidence. */
async function readReceipt(id: string, signal: AbortSignal): Promise<ReceiptView | null> {
  try {
    return await api.receipts.get({ id }, { signal });
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return null;
    throw error;
  }
}

function ReceiptFacts({ receipt }: { readonly receipt: ReceiptView | null }) {
  return (
    <Panel title={texts.receipt}>
      {receipt === null ? (
        <Text size="sm">{texts.noReceipt}</Text>
      ) : (
        <>
          <Facts
            facts={[
              ['id', <IdText key="id" value={receipt.receipt_id} />],
              ['chain', `${receipt.chain_id}, ${receipt.seq}`],
              [texts.time, <TimeAgo key="time" value={receipt.issued_at} />],
            ]}
          />
          <Text size="xs" c="dimmed" mt="sm">
            {texts.receiptChecks}
          </Text>
          <List size="sm" listStyleType="none">
            {receipt.checks.map(({ name, result, sentence }) => (
              <List.Item key={name}>
                <Group gap="xs" wrap="nowrap" align="baseline">
                  <Badge size="xs" color={colours[result] ?? 'gray'}>
                    {result.replace('_', ' ')}
                  </Badge>
                  {sentence}
                </Group>
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Panel>
  );
}
