/** Claims with their values; those that found something come first and stand in bold. */
import type { Claim } from '@assay/client';
import { Badge, Table } from '@mantine/core';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { spansOf } from '../../parts/spans.ts';
import { playgroundTexts } from '../../texts/playground.ts';
import { differs, hasFound, inOrder } from './evaluation-view.ts';

const texts = playgroundTexts.evaluate;

interface ClaimTableProps {
  readonly claims: readonly Claim[];
  /** Claims that these are compared with. */
  readonly others: readonly Claim[] | undefined;
}

export function ClaimTable({ claims, others }: ClaimTableProps) {
  return (
    <Table.ScrollContainer minWidth={280} type="native">
      <Table verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{texts.claim}</Table.Th>
            <Table.Th>{texts.value}</Table.Th>
            <Table.Th>{texts.found}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {inOrder(claims).map((claim, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two auditors may name a claim alike
            <Table.Tr key={index} fw={hasFound(claim) ? 600 : undefined}>
              <Table.Td>
                <ForeignText text={claim.name} />
              </Table.Td>
              <Table.Td>
                <ForeignText text={toText(claim.value)} maxLength={300} />{' '}
                {others !== undefined && differs(claim, others) && <Badge size="xs">{texts.differs}</Badge>}
              </Table.Td>
              <Table.Td>{spansOf(claim).length === 0 ? '' : spansOf(claim).length}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
