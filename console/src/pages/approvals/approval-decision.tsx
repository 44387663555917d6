/** How far the decision is, and the buttons of those who may decide. */
import type { Approval } from '@assay/client';
import { Alert, Button, Group, List, Stack, Text, Title } from '@mantine/core';
import { CheckIcon, Cross2Icon } from '@radix-ui/react-icons';
import { useState } from 'react';
import { useMay, useSession } from '../../api/session.ts';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { approvalsTexts } from '../../texts/approvals.ts';
import { effectOf } from './approval-effect.ts';
import type { ApprovalPartProps } from './approval-page.tsx';
import { approvalsOf, missingApprovals, standingOf } from './approval-state.ts';
import { type Choice, DecideDialog } from './decide-dialog.tsx';
import { TimeLeft } from './time-left.tsx';
import { UnlockToDecide } from './unlock-to-decide.tsx';

const texts = approvalsTexts.page;

export function ApprovalDecision({ approval }: ApprovalPartProps) {
  const isWaiting = approval.status === 'pending';
  return (
    <Panel title={texts.decide}>
      <Stack gap="md">
        {isWaiting ? <Buttons approval={approval} /> : <Outcome approval={approval} />}
        <Facts facts={factsOf(approval)} />
        {approval.policy.separation_of_duties && (
          <Text size="xs" c="dimmed">
            {texts.apart}
          </Text>
        )}
        <div>
          <Title order={3}>{texts.soFar}</Title>
          {approval.decisions.length === 0 && <Text size="sm">{texts.nobody}</Text>}
          <List size="sm">
            {approval.decisions.map(({ approver, verdict, reason, decided_at: at }) => (
              <List.Item key={`${approver} ${at}`}>
                <ForeignText text={approver} /> {verdict === 'deny' ? texts.verdicts.deny : texts.verdicts.approve},{' '}
                <TimeAgo value={at} />
                {reason !== null && (
                  <Text size="sm" c="dimmed">
                    <ForeignText text={reason} maxLength={500} />
                  </Text>
                )}
              </List.Item>
            ))}
          </List>
        </div>
      </Stack>
    </Panel>
  );
}

function Buttons({ approval }: ApprovalPartProps) {
  const session = useSession();
  const mayCancel = useMay('approvals.cancel');
  const [choice, setChoice] = useState<Choice>();
  if (session === undefined) return null;
  const standing = standingOf(approval, session);
  const isOwn = approval.requester.id === session.user?.id;
  const notes: Readonly<Record<string, string>> = {
    own: texts.own,
    not_named: texts.notYou,
    role: texts.notRole,
    decided: `${texts.recorded} ${texts.more(missingApprovals(approval))}`,
  };
  const note = notes[standing];
  return (
    <Stack gap="sm">
      <UnlockToDecide />
      {note !== undefined && <Alert color={standing === 'decided' ? 'green' : 'gray'}>{note}</Alert>}
      {standing === 'may' && <Text size="sm">{effectOf(approval.kind)}</Text>}
      <Group>
        {standing === 'may' && (
          <>
            <Button leftSection={<CheckIcon />} onClick={() => setChoice('approve')}>
              {approvalsTexts.approve.verb}
            </Button>
            <Button color="red.9" leftSection={<Cross2Icon />} onClick={() => setChoice('deny')}>
              {approvalsTexts.deny.verb}
            </Button>
          </>
        )}
        {mayCancel && (isOwn || session.role === 'admin') && (
          <Button variant="default" onClick={() => setChoice('cancel')}>
            {approvalsTexts.cancel.verb}
          </Button>
        )}
      </Group>
      {choice !== undefined && (
        <DecideDialog key={choice} approval={approval} choice={choice} onClose={() => setChoice(undefined)} />
      )}
    </Stack>
  );
}

function Outcome({ approval: { status, result } }: ApprovalPartProps) {
  const outcomes: Readonly<Record<string, string>> = approvalsTexts.outcome;
  const isGood = status === 'approved';
  return (
    <Alert
      color={isGood ? 'green' : status === 'denied' ? 'red' : 'gray'}
      title={outcomes[status] ?? status}
      role="status"
    >
      {isGood && result !== null && (
        <>
          {texts.validUntil} <TimeAgo value={result.approval.approved_until} />. {texts.used}{' '}
          {result.used_at === null ? texts.notUsed : <TimeAgo value={result.used_at} />}
          {result.used_by !== null && (
            <>
              {' '}
              {texts.usedBy} <ForeignText text={result.used_by} />
            </>
          )}
        </>
      )}
    </Alert>
  );
}

function factsOf(approval: Approval): Fact[] {
  const { policy, approvers, risk, status, expires_at: expires, decided_at: decided } = approval;
  return [
    [texts.quorum, approvalsTexts.quorum(approvalsOf(approval), policy.quorum)],
    status === 'pending'
      ? [texts.left, <TimeLeft key="left" value={expires} />]
      : [texts.decided, <TimeAgo key="decided" value={decided} />],
    [
      texts.approvers,
      approvers.length === 0 ? texts.everybody : <ForeignText key="who" text={approvers.join(', ')} maxLength={400} />,
    ],
    ...(risk === 'high' ? [[texts.risk, texts.riskHigh] as const] : []),
  ];
}
