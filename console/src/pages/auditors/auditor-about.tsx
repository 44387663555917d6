/** Where an auditor comes from, its environment, and the questions that its default policy asks. */
import type { CatalogAuditor } from '@assay/client';
import { Stack } from '@mantine/core';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';
import { AuditorActions } from './auditor-actions.tsx';
import { categoryLabel, phaseLabel, readsLabel, valueWord } from './labels.ts';

const texts = auditorsTexts.auditor;

export function AuditorAbout({ auditor }: { readonly auditor: CatalogAuditor }) {
  const { envVariables, policyOptions } = auditor;
  return (
    <Stack>
      <Panel title={texts.facts} actions={auditor.built_in ? undefined : <AuditorActions auditor={auditor} />}>
        <Facts facts={factsOf(auditor)} />
      </Panel>
      {policyOptions.length > 0 && (
        <Panel title={texts.options} about={texts.optionsAbout}>
          <Facts
            facts={policyOptions.map((option, index): Fact => {
              const label = textOf(option['label']) ?? String(index + 1);
              return [
                label,
                <ForeignText
                  key={label}
                  text={`${textOf(option['description']) ?? ''} (${texts.default}: ${valueWord(option['default'])})`}
                  maxLength={400}
                />,
              ];
            })}
          />
        </Panel>
      )}
      {envVariables.length > 0 && (
        <Panel title={texts.environment} about={texts.environmentAbout}>
          <Facts
            facts={envVariables.map(
              ({ name, description, default: value }): Fact => [
                name,
                <ForeignText
                  key={name}
                  text={`${description} (${texts.default}: ${valueWord(value)})`}
                  maxLength={400}
                />,
              ],
            )}
          />
        </Panel>
      )}
    </Stack>
  );
}

function factsOf(auditor: CatalogAuditor): Fact[] {
  const { id, category, phase, phases, version, vocabulary_digest: digest, image, url, defaultPort } = auditor;
  const { created_at: created, created_by: creator, vocabulary_at: readAt } = auditor;
  const facts: Fact[] = [
    [texts.id, <IdText key="id" value={id} />],
    [texts.category, categoryLabel(category)],
    [texts.phase, phaseLabel(phase)],
    [texts.reads, readsLabel(phases)],
    [texts.version, <ForeignText key="version" text={version} />],
    [texts.digest, <IdText key="digest" value={digest} />],
  ];
  if (image !== undefined) facts.push([texts.image, <ForeignText key="image" text={image} />]);
  if (url !== undefined) facts.push([texts.url, <ForeignText key="url" text={url} />]);
  facts.push([texts.port, defaultPort]);
  if (created !== undefined) {
    facts.push([
      texts.registered,
      <span key="created">
        <TimeAgo value={created} /> {creator !== undefined && <ForeignText text={texts.by(creator)} />}
      </span>,
    ]);
  }
  if (readAt !== undefined) facts.push([texts.vocabularyAt, <TimeAgo key="read" value={readAt} />]);
  return facts;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
