/** Each auditor of the last hours: how often it failed or was late, and how long it took. */
import type { Overview } from '@assay/client';
import { Badge, ScrollArea, Table, Text } from '@mantine/core';
import { toCount } from '../../parts/count.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { toDuration } from '../../parts/time.ts';
import { commonTexts } from '../../texts/common.ts';
import { overviewTexts } from '../../texts/overview.ts';

const texts = overviewTexts.auditors;

export function AuditorHealth({ auditors }: { readonly auditors: Overview['auditors'] }) {
  return (
    <Panel title={texts.title} about={texts.about}>
      {auditors.length === 0 ? (
        <Text size="sm" c="dimmed">
          {texts.none}
        </Text>
      ) : (
        <ScrollArea type="auto" viewportProps={{ tabIndex: 0, 'aria-label': texts.title }}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                {Object.values(texts.columns).map((name) => (
                  <Table.Th key={name}>{name}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {auditors.map(({ name, exchanges, failed, late, mean_ms: mean }) => (
                <Table.Tr key={name}>
                  <Table.Td>
                    <ForeignText text={name} maxLength={60} />
                  </Table.Td>
                  <Table.Td>
                    <Badge size="sm" color={failed + late === 0 ? 'green' : 'red'}>
                      {failed + late === 0 ? texts.healthy : texts.troubled}
                    </Badge>
                  </Table.Td>
                  <Table.Td>{toCount(exchanges)}</Table.Td>
                  <Table.Td>{toCount(failed)}</Table.Td>
                  <Table.Td>{toCount(late)}</Table.Td>
                  <Table.Td>{mean === null ? commonTexts.none : toDuration(mean)}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </ScrollArea>
      )}
    </Panel>
  );
}
