/** The verdict on one file in words, who signed it, and the whole of it as JSON. */
import { Accordion, Stack, Text, Title } from '@mantine/core';
import { toShown } from '../../../../src/contract/shown-text.ts';
import { ArtefactVerdictView } from '../../parts/artefact-verdict.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { Panel } from '../../parts/panel.tsx';
import { verifyTexts as texts } from '../../texts/verify.ts';
import { AuditVerdict } from './audit-verdict.tsx';
import type { Judgement } from './judge.ts';
import { ReportVerdictView } from './report-verdict.tsx';
import { SignerList } from './signer-list.tsx';

interface JudgementViewProps {
  readonly judgement: Judgement;
  /** The trusted keys as one JWKS. */
  readonly keys: unknown;
}

export function JudgementView({ judgement, keys }: JudgementViewProps) {
  return (
    <Panel title={toShown(judgement.name, 80)}>
      <Stack gap="sm">
        <Verdict judgement={judgement} />
        {judgement.type === 'artefact' && (
          <>
            <Title order={3}>{texts.signers.title}</Title>
            <SignerList signers={judgement.signers} keys={keys} />
          </>
        )}
        <Accordion variant="contained" keepMounted={false}>
          <Accordion.Item value="json">
            <Accordion.Control>
              <Text size="sm">{texts.showJson}</Text>
            </Accordion.Control>
            <Accordion.Panel>
              <JsonView value={judgement.verdict} label={texts.json} />
            </Accordion.Panel>
          </Accordion.Item>
        </Accordion>
      </Stack>
    </Panel>
  );
}

function Verdict({ judgement }: { readonly judgement: Judgement }) {
  switch (judgement.type) {
    case 'artefact':
      return <ArtefactVerdictView verdict={judgement.verdict} />;
    case 'report':
      return <ReportVerdictView verdict={judgement.verdict} />;
    case 'audit':
      return <AuditVerdict verdict={judgement.verdict} />;
    default:
      return judgement satisfies never;
  }
}
