/** The verdict on an exported audit log in words. */
import { Alert, Stack, Text } from '@mantine/core';
import type { AuditExportReport } from '../../../../src/proof/audit-export.ts';
import { toCount } from '../../parts/count.ts';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { verifyTexts } from '../../texts/verify.ts';

const texts = verifyTexts.audit;

export function AuditVerdict({ verdict }: { readonly verdict: AuditExportReport }) {
  const { ok, broken, problem } = verdict;
  const [colour, title] = ok
    ? (['green', texts.proven] as const)
    : broken === null
      ? (['yellow', texts.open] as const)
      : (['red', texts.wrong] as const);
  return (
    <Stack gap="sm">
      <Alert color={colour} title={title} role="status">
        {problem !== null && <ForeignText text={problem} maxLength={400} />}
      </Alert>
      <Facts facts={factsOf(verdict)} />
      <Text size="xs" c="dimmed">
        {texts.limits}
      </Text>
    </Stack>
  );
}

function factsOf({ org_id: org, entries, first_seq: first, head, checkpoint }: AuditExportReport): Fact[] {
  const facts: Fact[] = [[texts.entries, toCount(entries)]];
  if (org !== null) facts.push([texts.organisation, <ForeignText key="org" text={org} />]);
  if (first !== null) facts.push([texts.first, first]);
  if (head !== null) {
    facts.push([texts.last, head.seq]);
    facts.push([texts.hash, <ForeignText key="hash" text={head.hash} />]);
  }
  facts.push([texts.checkpoint, checkpoint === null ? texts.noCheckpoint : checkpoint.seq]);
  return facts;
}
