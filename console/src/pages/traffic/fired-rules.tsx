/** The rules that decided, each in its own text. */
import type { EvidenceExplanation } from '@assay/client';
import { Anchor, Badge, Code, Group, List, Skeleton, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { trafficTexts } from '../../texts/traffic.ts';
import { readAnnotations } from './annotations.ts';
import type { ExchangePartProps } from './exchange-page.tsx';

const texts = trafficTexts.exchange;
type Reason = EvidenceExplanation['reasons'][number];

export function FiredRules({ evidence, explanation }: ExchangePartProps) {
  const { messages, errors, ignored_missing: ignored, reasons } = evidence.decision;
  return (
    <Stack gap="sm">
      {reasons.length === 0 && <Text size="sm">{texts.nothingFired}</Text>}
      {explanation === undefined && reasons.length > 0 && <Skeleton height={64} />}
      {explanation?.reasons.map((reason) => (
        <FiredRule key={reason.id} reason={reason} />
      ))}
      {explanation !== undefined && explanation.policy.text !== null && (
        <Text size="xs" c="dimmed">
          {explanation.policy.proven ? texts.proven : texts.unproven}
        </Text>
      )}
      <Sentences title={texts.messages} sentences={messages} />
      <Sentences title={texts.errors} sentences={errors} />
      <Sentences title={texts.ignored} sentences={ignored} />
    </Stack>
  );
}

function FiredRule({ reason }: { readonly reason: Reason }) {
  const { id, text, source, policy_id: policy, policy_name: name, version, line } = reason;
  const annotations = readAnnotations(text ?? '');
  return (
    <div>
      <Group gap="xs" mb={4}>
        <Text fw={600} size="sm">
          <ForeignText text={id} />
        </Text>
        {annotations['response'] !== undefined && <Badge size="sm">{annotations['response']}</Badge>}
        {annotations['framework'] !== undefined && (
          <Badge size="sm" color="gray">
            <ForeignText text={`${annotations['framework']} ${annotations['control'] ?? ''}`} />
          </Badge>
        )}
      </Group>
      {annotations['reason'] !== undefined && (
        <Text size="sm" mb={4}>
          <ForeignText text={annotations['reason']} maxLength={500} />
        </Text>
      )}
      {text === null ? (
        <Text size="sm" c="dimmed">
          {toMissing(id) ?? texts.sources.unknown}
        </Text>
      ) : (
        <Code block className="foreign" tabIndex={0} aria-label={id}>
          {text}
        </Code>
      )}
      {policy !== null && version !== null && (
        <Text size="xs" c="dimmed" mt={4}>
          <Anchor component={Link} to={`/policies/${encodeURIComponent(policy)}`} inherit>
            {texts.ruleOf(name ?? policy, version)}
          </Anchor>
          {line !== null && `, ${texts.line(line)}`}
        </Text>
      )}
      {policy === null && text !== null && (
        <Text size="xs" c="dimmed" mt={4}>
          {source === 'default'
            ? texts.sources.default
            : source === 'made'
              ? texts.sources.made
              : texts.sources.unknown}
        </Text>
      )}
    </div>
  );
}

/** Reasons such as `missing:injection_risk:injection` are no rules but due claims that nobody gave. */
function toMissing(id: string): string | undefined {
  const [kind, claim, auditor] = id.split(':');
  return kind === 'missing' && claim !== undefined && auditor !== undefined ? texts.missing(claim, auditor) : undefined;
}

function Sentences({ title, sentences }: { readonly title: string; readonly sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div>
      <Text size="xs" c="dimmed">
        {title}
      </Text>
      <List size="sm">
        {sentences.map((sentence) => (
          <List.Item key={sentence}>
            <ForeignText text={sentence} maxLength={500} />
          </List.Item>
        ))}
      </List>
    </div>
  );
}
