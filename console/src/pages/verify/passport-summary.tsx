/** What a passport says: status, hardware, evaluations and the exchanges behind it. */
import type { PassportView } from '@assay/client';
import { Alert, Group, List, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { toCount } from '../../parts/count.ts';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { PassportBadge } from '../../parts/passport-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { commonTexts } from '../../texts/common.ts';
import { verifyTexts } from '../../texts/verify.ts';
import { PassportAuditors } from './passport-auditors.tsx';

const texts = verifyTexts.passport;

export function PassportSummaryView({ passport }: { readonly passport: PassportView }) {
  const { status, state, is_mock: isMock, evaluations, statistics } = passport;
  return (
    <Stack>
      {isMock && <Alert color="yellow">{texts.mock}</Alert>}
      <div className="columns">
        <Panel title={texts.facts} actions={<PassportBadge status={status} state={state} />}>
          <Facts facts={factsOf(passport)} />
        </Panel>
        <Panel title={texts.statistics}>
          {statistics === null ? (
            <Text size="sm">{texts.noStatistics}</Text>
          ) : (
            <Facts facts={statisticFacts(statistics)} />
          )}
        </Panel>
        <Panel title={texts.evaluations}>
          <Stack gap="sm">
            {evaluations.map(({ name, status: own, notes }) => (
              <div key={name}>
                <Group gap="xs">
                  <Text size="sm" fw={600}>
                    <ForeignText text={name} maxLength={80} />
                  </Text>
                  <PassportBadge status={own} />
                </Group>
                <List size="sm">
                  {notes.map((note) => (
                    <List.Item key={note}>
                      <ForeignText text={note} maxLength={400} />
                    </List.Item>
                  ))}
                </List>
              </div>
            ))}
          </Stack>
        </Panel>
        <Panel title={texts.auditors}>
          <PassportAuditors auditors={passport.auditors} />
        </Panel>
      </div>
    </Stack>
  );
}

function factsOf(passport: PassportView): Fact[] {
  const { agent_id: agent, model_id: model, superseded_by: newer, evidence, hardware_attestation: hardware } = passport;
  const facts: (Fact | undefined)[] = [
    [
      texts.agent,
      <Link key="agent" to="/agents/$id" params={{ id: agent }} className="plain-link">
        <ForeignText text={agent} />
      </Link>,
    ],
    [texts.workspace, <ForeignText key="workspace" text={passport.workspace_id} />],
    [texts.gateway, <ForeignText key="gateway" text={passport.gateway_id ?? commonTexts.none} />],
    model === null ? undefined : [texts.model, <ForeignText key="model" text={model} />],
    [texts.issued, <TimeAgo key="issued" value={passport.issued_at} />],
    [texts.expires, <TimeAgo key="expires" value={passport.expires_at} />],
    passport.revoked_at === null ? undefined : [texts.revoked, <TimeAgo key="revoked" value={passport.revoked_at} />],
    passport.revoked_reason === null
      ? undefined
      : [texts.why, <ForeignText key="why" text={passport.revoked_reason} maxLength={500} />],
    newer === null
      ? undefined
      : [
          texts.newer,
          <Link key="newer" to="/verify/passport/$id" params={{ id: newer }} className="plain-link mono">
            {newer}
          </Link>,
        ],
    [texts.count, toCount(evidence.count)],
    [
      texts.newestEvidence,
      <Link key="newest" to="/traffic/$id" params={{ id: evidence.newest_evidence_id }} className="plain-link mono">
        {evidence.newest_evidence_id}
      </Link>,
    ],
    [texts.hardware, <ForeignText key="hardware" text={`${hardware.provider}, ${hardware.tee_type}`} />],
  ];
  return facts.filter((fact) => fact !== undefined);
}

function statisticFacts(statistics: NonNullable<PassportView['statistics']>): Fact[] {
  return [
    [texts.exchanges, toCount(statistics.exchanges)],
    [texts.allowed, toCount(statistics.allowed)],
    [texts.denied, toCount(statistics.denied)],
    [texts.notEnforced, toCount(statistics.not_enforced)],
    [texts.weak, toCount(statistics.weak)],
    [texts.firstAt, <TimeAgo key="first" value={statistics.first_evidence_at} />],
    [texts.lastAt, <TimeAgo key="last" value={statistics.last_evidence_at} />],
  ];
}
