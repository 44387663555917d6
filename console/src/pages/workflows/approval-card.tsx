/** What waits for a person, and the answer to it, in place. */
import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay, useSession } from '../../api/session.ts';
import { openUnlock } from '../../app/unlock-dialog.tsx';
import { AskReason } from '../../parts/ask-reason.tsx';
import { Facts } from '../../parts/facts.tsx';
import { ForeignBlock, ForeignText } from '../../parts/foreign-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { workflowTexts } from '../../texts/workflows.ts';

const texts = workflowTexts.approval;
const refetchMs = 3_000;

interface ApprovalCardProps {
  readonly id: string;
  readonly onDecided: () => void;
}

export function ApprovalCard({ id, onDecided }: ApprovalCardProps) {
  const queries = useQueryClient();
  const session = useSession();
  const mayApprove = useMay('approvals.approve');
  const mayDeny = useMay('approvals.deny');
  const [asked, setAsked] = useState<'approve' | 'deny'>();
  const approval = useQuery({
    queryKey: ['approvals.get', id],
    queryFn: ({ signal }) => api.approvals.get({ id }, { signal }),
    refetchInterval: refetchMs,
  });
  const decide = useMutation({
    mutationFn: ({ answer, reason }: { answer: 'approve' | 'deny'; reason: string }) =>
      api.approvals[answer]({ id, body: reason === '' ? null : { reason } }),
    onSuccess: async () => {
      setAsked(undefined);
      await queries.invalidateQueries({ queryKey: ['approvals.get', id] });
      await queries.invalidateQueries({ queryKey: ['approvals.list'] });
      onDecided();
    },
  });
  const ask = (answer: 'approve' | 'deny') => () => {
    decide.reset();
    setAsked(answer);
  };
  const isLocked = session?.authentication === 'loopback' && !session.unlocked;
  return (
    <Loaded query={approval}>
      {({ display, status, expires_at: expires, decisions, policy, requester }) => (
        <Stack gap="xs">
          <Text size="sm" fw={600} component="div">
            <ForeignText text={display.title} maxLength={300} />
          </Text>
          <Facts
            facts={[
              ...(display.lines ?? []).map(
                ({ label, value }) => [label, <ForeignText key={label} text={value} maxLength={600} />] as const,
              ),
              [texts.expires, <TimeAgo key="expires" value={expires} />],
            ]}
          />
          {display.preview !== undefined && <ForeignBlock text={display.preview} />}
          <Text size="xs" c="dimmed">
            {texts.votes(decisions.filter(({ verdict }) => verdict === 'approve').length, policy.quorum)}
          </Text>
          {status === 'pending' && (
            <Group gap="xs">
              {mayApprove && (
                <Button size="xs" onClick={ask('approve')}>
                  {texts.approve}
                </Button>
              )}
              {mayDeny && (
                <Button size="xs" color="red" variant="outline" onClick={ask('deny')}>
                  {texts.deny}
                </Button>
              )}
              {isLocked && (
                <Button size="xs" variant="default" onClick={openUnlock}>
                  {texts.unlock}
                </Button>
              )}
            </Group>
          )}
          {!mayApprove && status === 'pending' && (
            <Text size="xs" c="dimmed">
              {texts.locked}
            </Text>
          )}
          {mayApprove && policy.separation_of_duties && requester.id === session?.user?.id && (
            <Text size="xs" c="dimmed">
              {texts.notYours}
            </Text>
          )}
          <Anchor component={Link} to={`/approvals/${encodeURIComponent(id)}`} size="xs">
            {texts.open}
          </Anchor>
          <AskReason
            isOpen={asked !== undefined}
            title={asked === 'deny' ? texts.deny : texts.approve}
            about={asked === 'deny' ? texts.denyHelp : texts.approveHelp}
            verb={asked === 'deny' ? texts.deny : texts.approve}
            isRequired={asked === 'deny'}
            isDangerous={asked === 'deny'}
            isPending={decide.isPending}
            error={decide.error}
            onClose={() => setAsked(undefined)}
            onConfirm={(reason) => asked !== undefined && decide.mutate({ answer: asked, reason })}
          />
        </Stack>
      )}
    </Loaded>
  );
}
