/** The claims that an auditor can make: names, types, meaning and the settings that change them. */
import type { CatalogAuditor } from '@assay/client';
import { Table, Text } from '@mantine/core';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';
import { typeLabel } from './labels.ts';

const texts = auditorsTexts.auditor;

export function Vocabulary({ auditor: { claims } }: { readonly auditor: CatalogAuditor }) {
  if (claims.length === 0) return <Empty title={texts.noClaims} />;
  return (
    <Panel title={texts.claims} about={texts.claimsAbout}>
      <Table.ScrollContainer minWidth={640} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
        <Table aria-label={texts.claims}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.claim}</Table.Th>
              <Table.Th>{texts.type}</Table.Th>
              <Table.Th>{texts.meaning}</Table.Th>
              <Table.Th>{texts.settings}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {claims.map(({ name, type, description, settings }) => (
              <Table.Tr key={name}>
                <Table.Td className="mono">
                  <ForeignText text={name} />
                </Table.Td>
                <Table.Td>{typeLabel(type)}</Table.Td>
                <Table.Td>
                  <ForeignText text={description} maxLength={500} />
                </Table.Td>
                <Table.Td>
                  <Text size="xs" className="mono">
                    <ForeignText text={settings.map(({ key }) => key).join(', ')} maxLength={400} />
                  </Text>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
    </Panel>
  );
}
