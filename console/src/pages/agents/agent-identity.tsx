/** Under which names services know the agent, and a document that proves it. */
import { Button, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { Facts } from '../../parts/facts.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Problem } from '../../parts/problem.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { agentsTexts as texts } from '../../texts/agents.ts';
import { commonTexts } from '../../texts/common.ts';
import type { AgentPartProps } from './agent-page.tsx';
import { useAgentRights } from './use-agent-rights.ts';

export function AgentIdentity({ agent }: AgentPartProps) {
  const may = useAgentRights(agent.id);
  const [isOpen, setIsOpen] = useState(false);
  const mayIssue = agent.status === 'active' && may('spiffe.issueIdentityDocument');
  return (
    <Panel
      title={texts.identity}
      about={texts.identityAbout}
      actions={
        mayIssue && (
          <Button size="xs" variant="default" onClick={() => setIsOpen(true)}>
            {texts.issue}
          </Button>
        )
      }
    >
      <Facts
        facts={[
          [texts.facts.spiffe, <IdText key="spiffe" value={agent.spiffe_id} />],
          [
            texts.facts.client,
            agent.client_id === null ? commonTexts.none : <IdText key="client" value={agent.client_id} />,
          ],
          [texts.facts.injection, <ForeignText key="injection" text={agent.injection_method} />],
        ]}
      />
      {mayIssue && <IssueDocument id={agent.id} isOpen={isOpen} onClose={() => setIsOpen(false)} />}
    </Panel>
  );
}

interface IssueDocumentProps {
  readonly id: string;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}

function IssueDocument({ id, isOpen, onClose }: IssueDocumentProps) {
  const [audience, setAudience] = useState('');
  const issue = useMutation({
    mutationFn: () => api.spiffe.issueIdentityDocument({ id, body: { audience: audience.trim() } }),
    onSuccess: onClose,
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    issue.mutate();
  };
  return (
    <>
      <Modal
        opened={isOpen}
        onClose={onClose}
        title={texts.issue}
        closeButtonProps={{ 'aria-label': commonTexts.close }}
      >
        <form onSubmit={send}>
          <Stack gap="sm">
            <Text size="sm">{texts.issueAbout}</Text>
            <TextInput
              label={texts.audience}
              description={texts.audienceHint}
              value={audience}
              onChange={({ currentTarget }) => setAudience(currentTarget.value)}
              required
              data-autofocus
            />
            {issue.error !== null && <Problem error={issue.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={onClose}>
                {commonTexts.cancel}
              </Button>
              <Button type="submit" loading={issue.isPending}>
                {texts.issue}
              </Button>
            </Group>
          </Stack>
        </form>
      </Modal>
      <SecretOnce
        secret={issue.data?.svid}
        texts={{
          ...texts.secret,
          title: texts.secret.document,
          label: texts.secret.document,
          once: texts.secret.documentOnce,
          leave: texts.secret.leaveDocument,
        }}
        onClose={issue.reset}
      >
        <Text size="sm">
          {texts.expires} <TimeAgo value={issue.data?.expires_at} />
        </Text>
      </SecretOnce>
    </>
  );
}
