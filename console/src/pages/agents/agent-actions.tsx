/** The actions on an agent that its status and the caller's rights allow. Suspension is one button in sight; the rest is in a menu. */
import type { Agent, AgentWithSecret } from '@assay/client';
import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { CaretDownIcon, PauseIcon, PlayIcon } from '@radix-ui/react-icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { AskReason } from '../../parts/ask-reason.tsx';
import { toWords } from '../../parts/problem.tsx';
import { agentsTexts } from '../../texts/agents.ts';
import { AgentSecret } from './agent-secret.tsx';
import { type AgentAct, actsFor } from './agent-steps.ts';
import { DecommissionAgent } from './decommission-agent.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { TransferAgent } from './transfer-agent.tsx';
import { useAgentRights } from './use-agent-rights.ts';

const texts = agentsTexts.acts;

type ReasonAct = 'approve' | 'activate' | 'stop' | 'start' | 'suspend' | 'reactivate' | 'attest';

/** Acts that stand in sight, if they fit. */
const inSight: readonly AgentAct[] = ['suspend', 'reactivate', 'start', 'approve', 'activate'];
const needReason: readonly string[] = ['suspend', 'reactivate'];

export function AgentActions({ agent }: { readonly agent: Agent }) {
  const { id, status } = agent;
  const may = useAgentRights(id);
  const [act, setAct] = useState<AgentAct>();
  const [secret, setSecret] = useState<AgentWithSecret>();
  const refresh = useRefresh(id);
  const heartbeat = useMutation({
    mutationFn: () => api.agents.heartbeat({ id, body: {} }),
    onSuccess: async () => {
      notifications.show({ message: texts.heartbeat.done });
      await refresh();
    },
    onError: (error) => notifications.show({ color: 'red', ...toNotice(error) }),
  });
  const acts = actsFor(status, may);
  const close = () => setAct(undefined);
  const choose = (chosen: AgentAct) => (chosen === 'heartbeat' ? heartbeat.mutate() : setAct(chosen));
  const dialog = { agent, onClose: close, onDone: refresh };
  const hidden = acts.filter((one) => !inSight.includes(one));
  return (
    <>
      <Button component={Link} to={`/traffic?agent=${encodeURIComponent(id)}`} variant="default">
        {agentsTexts.traffic}
      </Button>
      {acts
        .filter((one) => inSight.includes(one))
        .map((one) => (
          <Button
            key={one}
            onClick={() => choose(one)}
            leftSection={one === 'suspend' ? <PauseIcon /> : <PlayIcon />}
            {...(one === 'suspend' ? { color: 'red.9' } : {})}
          >
            {texts[one].verb}
          </Button>
        ))}
      {hidden.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<CaretDownIcon />}>
              {texts.more}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {hidden.map((one) => (
              <Menu.Item key={one} onClick={() => choose(one)} {...(one === 'decommission' ? { color: 'red.9' } : {})}>
                {texts[one].verb}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {isReasonAct(act) && <ReasonDialog key={act} act={act} {...dialog} />}
      {act === 'decommission' && <DecommissionAgent {...dialog} />}
      {act === 'transfer' && <TransferAgent {...dialog} />}
      {act === 'rotateCredentials' && <RotateSecret {...dialog} onSecret={setSecret} />}
      <AgentSecret agent={secret} onClose={() => setSecret(undefined)} />
    </>
  );
}

export interface ActDialogProps {
  readonly agent: Agent;
  readonly onClose: () => void;
  readonly onDone: () => Promise<void>;
}

function ReasonDialog({ act, agent: { id }, onClose, onDone }: ActDialogProps & { readonly act: ReasonAct }) {
  const isRequired = needReason.includes(act);
  const change = useMutation({
    mutationFn: (reason: string) => sendAct(act, id, reason),
    onSuccess: async () => {
      onClose();
      await onDone();
    },
  });
  return (
    <AskReason
      isOpen
      title={texts[act].title}
      about={texts[act].about}
      verb={texts[act].verb}
      isRequired={isRequired}
      isDangerous={act === 'suspend' || act === 'stop'}
      isPending={change.isPending}
      error={change.error}
      onClose={onClose}
      onConfirm={(reason) => change.mutate(reason)}
    />
  );
}

function sendAct(act: ReasonAct, id: string, reason: string): Promise<Agent> {
  if (act === 'suspend' || act === 'reactivate') return api.agents[act]({ id, body: { reason } });
  return api.agents[act]({ id, body: reason === '' ? {} : { reason } });
}

function isReasonAct(act: AgentAct | undefined): act is ReasonAct {
  return act !== undefined && !['decommission', 'transfer', 'rotateCredentials', 'heartbeat'].includes(act);
}

/** Everything that a change of an agent touches is read again. */
function useRefresh(id: string): () => Promise<void> {
  const queries = useQueryClient();
  return async () => {
    await Promise.all([
      queries.invalidateQueries({ queryKey: ['agents.list'] }),
      ...['get', 'getAccess', 'getLifecycle', 'history'].map((verb) =>
        queries.invalidateQueries({ queryKey: [`agents.${verb}`, id] }),
      ),
    ]);
  };
}

function toNotice(error: Error): { title: string; message: string } {
  const { title, help } = toWords(error);
  return { title, message: help };
}
