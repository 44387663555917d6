/** Who asks for what, and which policies asked for a person. */
import { Anchor, List, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { toShown } from '../../../../src/contract/shown-text.ts';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { ForeignBlock, ForeignText } from '../../parts/foreign-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { approvalsTexts } from '../../texts/approvals.ts';
import type { ApprovalPartProps } from './approval-page.tsx';

const texts = approvalsTexts.page;
const longestLabel = 60;

export function ApprovalRequest({ approval }: ApprovalPartProps) {
  const { display, evaluation_id: evidenceId } = approval;
  const { policies = [], preview } = display;
  return (
    <>
      <Panel
        title={texts.what}
        actions={
          evidenceId !== null && (
            <Anchor component={Link} to={`/traffic/${encodeURIComponent(evidenceId)}`} size="sm">
              {texts.exchange}
            </Anchor>
          )
        }
      >
        <Facts facts={whatOf(approval)} />
      </Panel>
      <Panel title={texts.who}>
        <Facts facts={whoOf(approval)} />
      </Panel>
      {policies.length > 0 && (
        <Panel title={texts.why}>
          <List size="sm">
            {policies.map(({ id, reason }) => (
              <List.Item key={id}>
                <ForeignText text={reason ?? id} maxLength={500} />{' '}
                <Text span size="xs" c="dimmed">
                  <ForeignText text={id} />
                </Text>
              </List.Item>
            ))}
          </List>
        </Panel>
      )}
      <Panel title={texts.preview} about={preview === undefined ? texts.noPreview : texts.previewAbout}>
        {preview !== undefined && <ForeignBlock text={preview} />}
      </Panel>
    </>
  );
}

function whatOf({ display, resource, action, requested }: ApprovalPartProps['approval']): Fact[] {
  const given = (name: string, value: string | null | undefined): Fact[] =>
    value === null || value === undefined || value === ''
      ? []
      : [[name, <ForeignText key={name} text={value} maxLength={600} />]];
  const list = (name: string, values: readonly string[] | undefined) => given(name, values?.join(', '));
  return [
    ...(display.lines ?? []).map(
      ({ label, value }): Fact => [
        toShown(label, longestLabel),
        <ForeignText key={label} text={value} maxLength={600} />,
      ],
    ),
    ...given(texts.action, action),
    ...given(texts.resource, resource),
    ...list(texts.tools, requested.tools),
    ...list(texts.scopes, requested.scopes),
    ...list(texts.resources, requested.resources),
    ...given(texts.uses, requested.max_uses?.toString()),
    ...given(texts.ttl, requested.ttl === undefined ? undefined : texts.seconds(requested.ttl)),
    ...(requested.until === undefined ? [] : [[texts.until, <TimeAgo key="until" value={requested.until} />] as const]),
    ...given(texts.purpose, requested.purpose),
    ...given(texts.justification, requested.justification),
    ...given(texts.emergency, requested.emergency === true ? texts.yes : undefined),
  ];
}

function whoOf({
  requester,
  actor,
  subject,
  agent_id: agent,
  workspace_id: workspace,
  created_at: at,
}: ApprovalPartProps['approval']): Fact[] {
  return [
    [texts.requester, <ForeignText key="requester" text={`${requester.id} (${requester.kind})`} />],
    ...(agent === null
      ? []
      : [
          [
            texts.agent,
            <Anchor key="agent" component={Link} to={`/agents/${encodeURIComponent(agent)}`} size="sm">
              <ForeignText text={agent} />
            </Anchor>,
          ] as const,
        ]),
    ...(actor === null
      ? []
      : [
          [
            texts.actor,
            <ForeignText key="actor" text={actor.verified ? actor.id : `${actor.id} (${texts.actorUnverified})`} />,
          ] as const,
        ]),
    ...(subject === null ? [] : [[texts.subject, <ForeignText key="subject" text={subject} />] as const]),
    ...(workspace === null ? [] : [[texts.workspace, <ForeignText key="workspace" text={workspace} />] as const]),
    [texts.asked, <TimeAgo key="asked" value={at} />],
  ];
}
