/** The verdict on a hardware report in words. */
import { Alert, List, Stack, Title } from '@mantine/core';
import { explainReport } from '../../../../src/proof/reports/explain.ts';
import type { ReportVerdict } from '../../../../src/proof/reports/verdict.ts';
import { tierOfValue } from '../../../../src/proof/trust-vector.ts';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { verifyTexts } from '../../texts/verify.ts';

const texts = verifyTexts.report;

export function ReportVerdictView({ verdict }: { readonly verdict: ReportVerdict }) {
  const { accepted, tier, kind, findings, notes, evaluated_at: at } = verdict;
  const colour = !accepted ? 'red' : tier === 'affirming' ? 'green' : 'yellow';
  const explained = explainReport(verdict).trim().split('\n');
  return (
    <Stack gap="sm">
      <Alert color={colour} title={`${accepted ? texts.accepted : texts.refused}, ${texts.tier(tier)}`} role="status">
        {texts.about(kind, at)}
      </Alert>
      {findings.length > 0 && (
        <>
          <Title order={3}>{texts.reasons}</Title>
          <List size="sm">
            {findings.map(({ code, step, message }) => (
              <List.Item key={`${code} ${step} ${message}`}>
                <ForeignText text={message} maxLength={400} /> <code>{code}</code>
              </List.Item>
            ))}
          </List>
        </>
      )}
      <Title order={3}>{texts.vector}</Title>
      <Facts facts={factsOf(verdict)} />
      <Title order={3}>{texts.notes}</Title>
      <List size="sm">
        {[...notes, ...explained].map((note) => (
          <List.Item key={note}>
            <ForeignText text={note.trim()} maxLength={600} />
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}

function factsOf({ vector, tcb_status: tcb, advisories }: ReportVerdict): Fact[] {
  const facts: Fact[] = Object.entries(vector).map(([claim, value]) => [
    claim,
    value === 0 ? texts.notChecked : `${value}, ${tierOfValue(value)}`,
  ]);
  if (tcb !== null) facts.push([texts.tcb, <ForeignText key="tcb" text={tcb} />]);
  if (advisories.length > 0)
    facts.push([texts.advisories, <ForeignText key="advisories" text={advisories.join(', ')} maxLength={600} />]);
  return facts;
}
