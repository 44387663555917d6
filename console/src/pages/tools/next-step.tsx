/** What a person has to do so that the installation goes on. */
import type { Installation } from '@assay/client';
import { Anchor, Button, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Problem } from '../../parts/problem.tsx';
import { toolsTexts } from '../../texts/tools.ts';
import { isUnderWay } from './installation-steps.ts';
import { OutsideLink } from './outside-link.tsx';
import { ToolsLink } from './tools-link.tsx';
import { useChange } from './use-change.ts';

const texts = toolsTexts.installation;

export function NextStep({ installation }: { readonly installation: Installation }) {
  const { id, next_action: next, status, approval_id: approval, auth, agent_id: agent } = installation;
  const mayRetry = useMay('installations.retry');
  const retry = useChange(() => api.installations.retry({ id }), ['installations', 'scopedTools']);
  const problem = retry.error !== null && <Problem error={retry.error} />;
  switch (next) {
    case 'approve':
      return (
        <Line text={texts.approve}>
          {approval !== null && (
            <Anchor component={Link} to={`/approvals/${encodeURIComponent(approval)}`}>
              {texts.openApproval}
            </Anchor>
          )}
        </Line>
      );
    case 'connect':
      return (
        <>
          <Line text={texts.connect}>
            {mayRetry && (
              <Button size="xs" loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
                {texts.getLink}
              </Button>
            )}
            <OutsideLink url={retry.data?.connect_url}>{texts.openLink}</OutsideLink>
          </Line>
          {problem}
        </>
      );
    case 'add_credential':
      return (
        <Line text={texts.addCredential(auth.service)}>
          <ToolsLink search={{ tab: 'credentials', add: 'credential', service: auth.service, agent }}>
            {texts.openCredential}
          </ToolsLink>
        </Line>
      );
    case 'approve_tools':
      return <Line text={texts.approveTools} />;
    case 'retry':
      return (
        <>
          <Line text={texts.retry}>
            {mayRetry && (
              <Button size="xs" loading={retry.isPending} onClick={() => retry.mutate(undefined)}>
                {texts.retryGo}
              </Button>
            )}
          </Line>
          {problem}
        </>
      );
    default:
  }
  if (status === 'failed') return <Line text={texts.failedForGood} />;
  if (status === 'removed') return <Line text={texts.gone} />;
  if (isUnderWay(status)) return <Line text={texts.waiting} />;
  return (
    <Line text={texts.ready}>
      <ToolsLink search={{ tab: 'effective', agent }}>{texts.openEffective}</ToolsLink>
    </Line>
  );
}

function Line({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <Group gap="md">
      <Text size="sm">{text}</Text>
      {children}
    </Group>
  );
}
