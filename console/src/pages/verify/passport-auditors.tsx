/** How often each auditor ran in the exchanges of a passport. */
import type { PassportView } from '@assay/client';
import { ScrollArea, Table, Text } from '@mantine/core';
import { toCount } from '../../parts/count.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { commonTexts } from '../../texts/common.ts';
import { verifyTexts } from '../../texts/verify.ts';

const texts = verifyTexts.passport;

export function PassportAuditors({ auditors }: Pick<PassportView, 'auditors'>) {
  if (auditors.length === 0) return <Text size="sm">{commonTexts.none}</Text>;
  return (
    <ScrollArea type="auto" viewportProps={{ tabIndex: 0, 'aria-label': texts.auditors }}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {Object.values(texts.auditorColumns).map((name) => (
              <Table.Th key={name}>{name}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {auditors.map(({ name, ok, failed, late, skipped, remote }) => (
            <Table.Tr key={name}>
              <Table.Td>
                <ForeignText text={name} maxLength={60} />
              </Table.Td>
              {Object.entries({ ok, failed, late, skipped, remote }).map(([kind, count]) => (
                <Table.Td key={kind}>{toCount(count)}</Table.Td>
              ))}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </ScrollArea>
  );
}
