/** The receipt and what the verifier checked of it. */
import type { ReceiptView } from '@assay/client';
import { Badge, Group, List, Text } from '@mantine/core';
import { Facts } from '../../parts/facts.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { trafficTexts } from '../../texts/traffic.ts';

const texts = trafficTexts.exchange;
const colours: Readonly<Record<string, string>> = { passed: 'green', failed: 'red' };

export function ReceiptPanel({ receipt }: { readonly receipt: ReceiptView | null | undefined }) {
  if (receipt === undefined) return null;
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
