/** Each claim: what it says, what it means, who made it and with which settings. */
import type { Claim, EvidenceExplanation } from '@assay/client';
import { Badge, Group, Paper, Stack, Text } from '@mantine/core';
import { Empty } from '../../parts/empty.tsx';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { spansOf } from '../../parts/spans.ts';
import { trafficTexts } from '../../texts/traffic.ts';
import type { ExchangePartProps } from './exchange-page.tsx';

const texts = trafficTexts.claims;

export function ClaimList({ evidence, explanation }: ExchangePartProps) {
  if (evidence.claims.length === 0) return <Empty title={texts.none} />;
  return (
    <div className="columns">
      {evidence.claims.map((claim, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: claims are named by their place in the Evidence
        <ClaimCard key={index} claim={claim} explained={explanation?.claims.find((entry) => entry.index === index)} />
      ))}
    </div>
  );
}

interface ClaimCardProps {
  readonly claim: Claim;
  readonly explained: EvidenceExplanation['claims'][number] | undefined;
}

function ClaimCard({ claim, explained }: ClaimCardProps) {
  const spans = spansOf(claim);
  const facts: Fact[] = [];
  if (claim.confidence !== undefined) facts.push([texts.confidence, claim.confidence]);
  if (claim.control_id !== undefined)
    facts.push([texts.control, `${claim.compliance_framework ?? ''} ${claim.control_id}`]);
  if (spans.length > 0) facts.push([texts.places, <Places key="places" spans={spans} />]);
  if (claim.provenance !== undefined)
    facts.push([texts.provenance, <Pairs key="provenance" value={claim.provenance} />]);
  const rest = claim.detail === undefined ? [] : Object.entries(claim.detail).filter(([name]) => name !== 'spans');
  if (rest.length > 0) facts.push([texts.detail, <Pairs key="detail" value={Object.fromEntries(rest)} />]);
  return (
    <Paper component="section" aria-label={claim.name}>
      <Stack gap="xs">
        <Group gap="xs">
          <Text fw={600} size="sm">
            <ForeignText text={claim.name} />
          </Text>
          {explained?.phase !== undefined && explained.phase !== null && (
            <Badge size="xs" color="gray">
              {explained.phase}
            </Badge>
          )}
          {explained?.auditor !== undefined && explained.auditor !== null && (
            <Badge size="xs">{explained.auditor}</Badge>
          )}
        </Group>
        <Text size="lg" className="mono">
          <ForeignText text={toText(claim.value)} maxLength={400} />
        </Text>
        <Text size="sm" c="dimmed">
          {explained === undefined ? null : explained.declared === null ? (
            texts.notDeclared
          ) : (
            <ForeignText text={explained.declared.description} maxLength={500} />
          )}
        </Text>
        <Facts facts={facts} />
      </Stack>
    </Paper>
  );
}

function Places({ spans }: { readonly spans: ReturnType<typeof spansOf> }) {
  return (
    <>
      {spans.map(({ start, end, type }) => (
        <div key={`${start} ${end} ${type}`}>
          <ForeignText text={type} />, {texts.at(start, end)}
        </div>
      ))}
    </>
  );
}

function Pairs({ value }: { readonly value: Readonly<Record<string, unknown>> }) {
  return (
    <>
      {Object.entries(value).map(([name, entry]) => (
        <div key={name}>
          <ForeignText text={`${name}: ${toText(entry)}`} maxLength={400} />
        </div>
      ))}
    </>
  );
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}
