/** What happened, why, and where the time went. */
import type { EvidenceView } from '@assay/client';
import { Alert, Anchor, Badge, Group, List, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { DecisionBadge } from '../../parts/decision-badge.tsx';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { trafficTexts } from '../../texts/traffic.ts';
import { decisionOfEvidence } from './decision-of.ts';
import type { ExchangePartProps } from './exchange-page.tsx';
import { FiredRules } from './fired-rules.tsx';
import { PhaseTimeline } from './phase-timeline.tsx';
import { ReceiptPanel } from './receipt-panel.tsx';

const texts = trafficTexts.exchange;

export function ExchangeSummary({ evidence, explanation }: ExchangePartProps) {
  const isDenied = evidence.enforced === 'deny';
  const wouldDeny = !isDenied && evidence.mode === 'observe' && evidence.decision.decision === 'deny';
  return (
    <Stack>
      {wouldDeny && <Alert color="blue">{texts.wouldDeny}</Alert>}
      <div className="columns">
        <Panel title={isDenied ? texts.whyDenied : texts.whatFired}>
          <FiredRules evidence={evidence} explanation={explanation} />
        </Panel>
        <Panel title={texts.decision} actions={<DecisionBadge kind={decisionOfEvidence(evidence)} />}>
          <Facts facts={factsOf(evidence)} />
        </Panel>
      </div>
      <Panel title={texts.timeline} about={texts.timelineAbout}>
        <PhaseTimeline evidence={evidence} />
      </Panel>
      <Changes evidence={evidence} />
      <ReceiptPanel evidenceId={evidence.evidence_id} />
    </Stack>
  );
}

function factsOf(evidence: EvidenceView): Fact[] {
  const { agent_id: agent, model_id: model, tool, server, session_id: session, trace_id: trace } = evidence;
  const facts: (Fact | undefined)[] = [
    [texts.time, <TimeAgo key="time" value={evidence.generated_at} />],
    [
      texts.agent,
      <Anchor key="agent" component={Link} to={`/agents/${encodeURIComponent(agent)}`} inherit>
        <ForeignText text={agent} />
      </Anchor>,
    ],
    [texts.workspace, <ForeignText key="workspace" text={evidence.workspace_id} />],
    model === null ? undefined : [texts.model, <ForeignText key="model" text={model} />],
    tool === undefined ? undefined : [texts.tool, <ForeignText key="tool" text={`${server ?? ''}/${tool}`} />],
    [texts.session, <ForeignText key="session" text={session} />],
    [texts.trace, <IdText key="trace" value={trace} />],
    [texts.mode, evidence.mode],
    evidence.stream_mode === 'none' ? undefined : [texts.stream, evidence.stream_mode],
    [texts.caller, evidence.authentication],
    evidence.on_behalf_of === undefined
      ? undefined
      : [texts.behalf, <ForeignText key="for" text={evidence.on_behalf_of.sub} />],
    evidence.approval === undefined ? undefined : [texts.approval, evidence.approval.status],
    [texts.attester, <ForeignText key="iss" text={evidence.iss} />],
    [texts.tier, <Badge key="tier">{evidence.trust_tier}</Badge>],
    [texts.passport, <Passport key="passport" id={evidence.passport_id} />],
  ];
  return facts.filter((fact) => fact !== undefined);
}

function Passport({ id }: { readonly id: string | null }) {
  if (id === null) return texts.noPassport;
  return (
    <Anchor component={Link} to={`/verify/passport/${encodeURIComponent(id)}`} inherit>
      {id}
    </Anchor>
  );
}

/** What was replaced, what no auditor could read, and what the provider was asked to do. */
function Changes({ evidence }: { readonly evidence: EvidenceView }) {
  const { redacted_request_hash: request, redacted_response_hash: response, uninspected, features = [] } = evidence;
  const isRedacted = request !== undefined || response !== undefined;
  return (
    <>
      {isRedacted && (
        <Panel title={texts.redactions}>
          <List size="sm">
            {request !== undefined && <List.Item>{texts.redactedRequest}</List.Item>}
            {response !== undefined && <List.Item>{texts.redactedResponse}</List.Item>}
          </List>
        </Panel>
      )}
      {uninspected.length > 0 && (
        <Panel title={texts.uninspected}>
          <List size="sm">
            {uninspected.map(({ where, kind }) => (
              <List.Item key={where}>
                <code>{where}</code> ({kind})
              </List.Item>
            ))}
          </List>
        </Panel>
      )}
      {features.length > 0 && (
        <Panel title={texts.features}>
          <Group gap="xs">
            {features.map((feature) => (
              <Badge key={feature}>{feature}</Badge>
            ))}
          </Group>
        </Panel>
      )}
    </>
  );
}
