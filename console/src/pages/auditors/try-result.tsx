/** The claims of one auditor about a text, with the places that they name in it. */
import type { CatalogAuditor, ClaimsRequestInput, DecisionResult } from '@assay/client';
import { Anchor, Group, Stack, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { DecisionBadge } from '../../parts/decision-badge.tsx';
import { Highlighted } from '../../parts/highlighted.tsx';
import { Problem } from '../../parts/problem.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';
import { ClaimTable } from '../playground/claim-table.tsx';
import { kindOf, toMarked } from '../playground/evaluation-view.ts';

const texts = auditorsTexts.try;

interface TryResultProps {
  readonly asked: ClaimsRequestInput | undefined;
  readonly query: Pick<UseQueryResult<DecisionResult>, 'data' | 'error' | 'isPlaceholderData'>;
  readonly auditor: CatalogAuditor;
}

export function TryResult({ asked, query: { data, error, isPlaceholderData }, auditor }: TryResultProps) {
  if (error !== null) return <Problem error={error} />;
  if (asked === undefined || data === undefined) return null;
  const names = new Set(auditor.claims.map(({ name }) => name));
  const claims = data.claims.filter(({ name }) => names.has(name));
  // Places of the text before would be wrong in the new one.
  const marked = isPlaceholderData ? [] : toMarked(asked, claims);
  return (
    <Stack gap="sm" aria-busy={isPlaceholderData}>
      {claims.length === 0 ? (
        <Text size="sm" role="status">
          {texts.notAsked}{' '}
          <Anchor inherit renderRoot={(props) => <Link {...props} to="/auditors" search={{ tab: 'chain' }} />}>
            {texts.toChain}
          </Anchor>
        </Text>
      ) : (
        <>
          <Text size="sm" role="status">
            {marked.length === 0 && !isPlaceholderData ? texts.noPlaces : texts.claims(claims.length)}
          </Text>
          {marked.map(({ side, text, spans }) => (
            <Highlighted key={side} text={text} spans={spans} />
          ))}
          <ClaimTable claims={claims} others={undefined} />
        </>
      )}
      <Group gap="xs">
        <Text size="xs" c="dimmed">
          {texts.decision}
        </Text>
        <DecisionBadge kind={kindOf(data)} />
        <Anchor component={Link} to={`/traffic/${encodeURIComponent(data.evidence.evidence_id)}`} size="xs">
          {texts.evidence}
        </Anchor>
      </Group>
    </Stack>
  );
}
