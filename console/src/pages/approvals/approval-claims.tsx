/** What the auditors found in the text that waits. */
import { Table, Text } from '@mantine/core';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { approvalsTexts } from '../../texts/approvals.ts';
import type { ApprovalPartProps } from './approval-page.tsx';

const texts = approvalsTexts.page;

export function ApprovalClaims({ approval: { display } }: ApprovalPartProps) {
  const { claims = [] } = display;
  return (
    <Panel title={texts.claims}>
      {claims.length === 0 ? (
        <Text size="sm">{texts.noClaims}</Text>
      ) : (
        <Table.ScrollContainer minWidth={380}>
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{texts.claim}</Table.Th>
                <Table.Th>{texts.value}</Table.Th>
                <Table.Th>{texts.auditor}</Table.Th>
                <Table.Th>{texts.confidence}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {claims.map(({ auditor_id: auditor, name, value, confidence }) => (
                <Table.Tr key={`${auditor} ${name} ${JSON.stringify(value)}`}>
                  <Table.Td>
                    <ForeignText text={name} />
                  </Table.Td>
                  <Table.Td>
                    <ForeignText text={typeof value === 'string' ? value : JSON.stringify(value ?? null)} />
                  </Table.Td>
                  <Table.Td>
                    <ForeignText text={auditor} />
                  </Table.Td>
                  <Table.Td>{confidence}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Panel>
  );
}
