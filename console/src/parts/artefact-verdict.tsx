/** The verdict on an artefact in words: what is proven, what is not, and why. */
import { Alert, Badge, Group, List, Stack, Text } from '@mantine/core';
import { explainArtefact, explainReason, summariseReport } from '../../../src/proof/explain.ts';
import type { ArtefactVerdict } from '../../../src/proof/offline-verifier.ts';
import { trafficTexts } from '../texts/traffic.ts';
import { ForeignText } from './foreign-text.tsx';

const texts = trafficTexts.proof;
const order = ['refused', 'unproven', 'proven'] as const;
const colours = { refused: 'red', unproven: 'yellow', proven: 'green' } as const;

export function ArtefactVerdictView({ verdict }: { readonly verdict: ArtefactVerdict }) {
  const { ok, findings, notes, artefact } = verdict;
  const tone = ok ? 'proven' : findings.some(({ status }) => status === 'refused') ? 'refused' : 'unproven';
  const title = { proven: texts.proven, refused: texts.refused, unproven: texts.open }[tone];
  const sorted = order.flatMap((status) => findings.filter((finding) => finding.status === status));
  return (
    <Stack gap="sm">
      <Alert color={colours[tone]} title={title} role="status">
        <ForeignText text={summariseReport(verdict)} maxLength={600} />
      </Alert>
      <Text size="xs" c="dimmed">
        {texts.findings}
      </Text>
      <List size="sm" listStyleType="none" spacing={6}>
        {sorted.map(({ subject, status, sentence, reason }) => (
          <List.Item key={`${subject} ${sentence}`}>
            <Group gap="xs" wrap="nowrap" align="baseline">
              <Badge size="xs" color={colours[status]} style={{ flex: 'none' }}>
                {texts.words[status]}
              </Badge>
              <span>
                <b>
                  <ForeignText text={subject} />
                </b>{' '}
                <ForeignText text={sentence} maxLength={600} />
                {reason !== undefined && (
                  <Text size="xs" c="dimmed">
                    {explainReason(reason)}
                  </Text>
                )}
              </span>
            </Group>
          </List.Item>
        ))}
      </List>
      <Text size="xs" c="dimmed">
        {texts.notes}
      </Text>
      <List size="sm">
        {[...notes, ...explainArtefact(artefact)].map((note) => (
          <List.Item key={note}>
            <ForeignText text={note} maxLength={600} />
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
