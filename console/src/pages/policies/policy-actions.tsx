/** Activate, revert, deactivate and remove, each after a reason. */
import type { Policy } from '@assay/client';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { DotsHorizontalIcon } from '@radix-ui/react-icons';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { AskReason } from '../../parts/ask-reason.tsx';
import { policiesTexts } from '../../texts/policies.ts';
import { keyOf, nameScope } from './scopes.ts';
import { UnlockHint } from './unlock-hint.tsx';
import { forgetPolicy, refreshPolicies } from './use-draft.ts';

const texts = policiesTexts.actions;

type Verb = 'activate' | 'revert' | 'deactivate' | 'remove';

interface PolicyActionsProps {
  readonly policy: Policy;
  /** The version in sight, which can be activated. */
  readonly target: number;
  /** True while the text has changes that are not saved. */
  readonly isChanged: boolean;
}

export function PolicyActions({ policy, target, isChanged }: PolicyActionsProps) {
  const { id, active_version: active, revision, scope } = policy;
  const may = useMayVerbs();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const [verb, setVerb] = useState<Verb>();
  const act = useMutation({
    mutationFn: async ({ verb: name, reason }: { verb: Verb; reason: string }) => {
      const call = { id, ifMatch: revision };
      if (name === 'activate') return api.policies.activate({ ...call, body: { version: target, reason } });
      if (name === 'revert') return api.policies.revert({ ...call, body: { reason } });
      if (name === 'deactivate') return api.policies.deactivate({ ...call, body: { reason } });
      await api.policies.remove(call);
      return undefined;
    },
    onSuccess: async (changed, { verb: name }) => {
      setVerb(undefined);
      if (changed !== undefined) {
        queries.setQueryData(['policies.get', id], changed);
        notifications.show({ message: toMessage(name, changed), color: 'green' });
        await refreshPolicies(queries);
        return;
      }
      await navigate({ to: '/policies', search: { scope: keyOf(scope) }, ignoreBlocker: true });
      await forgetPolicy(queries);
    },
  });
  const ask = (name: Verb) => {
    act.reset();
    setVerb(name);
  };
  const isActive = active !== null;
  return (
    <>
      {may.activate && active !== target && (
        <Button onClick={() => ask('activate')} disabled={isChanged} title={isChanged ? texts.saveFirst : undefined}>
          {texts.activateVersion(target)}
        </Button>
      )}
      {may.revert && isActive && active > 1 && (
        <Button variant="default" onClick={() => ask('revert')}>
          {texts.revert}
        </Button>
      )}
      {((may.deactivate && isActive) || may.remove) && (
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="default" size="lg" aria-label={texts.more}>
              <DotsHorizontalIcon />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {may.deactivate && isActive && <Menu.Item onClick={() => ask('deactivate')}>{texts.deactivate}</Menu.Item>}
            {may.remove && (
              <Menu.Item color="red" onClick={() => ask('remove')}>
                {texts.remove}
              </Menu.Item>
            )}
          </Menu.Dropdown>
        </Menu>
      )}
      {verb !== undefined && (
        <AskReason
          isOpen
          {...toWords(verb, policy, target)}
          about={
            <>
              {toWords(verb, policy, target).about}
              <UnlockHint scope={scope} />
            </>
          }
          isRequired={verb !== 'remove'}
          isDangerous={verb === 'remove' || verb === 'deactivate'}
          isPending={act.isPending}
          error={act.error}
          onClose={() => setVerb(undefined)}
          onConfirm={(reason) => act.mutate({ verb, reason })}
        />
      )}
    </>
  );
}

function useMayVerbs(): Readonly<Record<Verb, boolean>> {
  return {
    activate: useMay('policies.activate'),
    revert: useMay('policies.revert'),
    deactivate: useMay('policies.deactivate'),
    remove: useMay('policies.remove'),
  };
}

function toMessage(verb: Verb, { version, active_version: active }: Policy): string {
  if (verb === 'deactivate') return texts.deactivated;
  return verb === 'revert' ? texts.reverted(active ?? version) : texts.activated(active ?? version);
}

function toWords(verb: Verb, { active_version: active, scope }: Policy, target: number) {
  const where = nameScope(scope);
  if (verb === 'activate')
    return {
      title: texts.activateVersion(target),
      verb: texts.activate,
      about: texts.activateAbout(target, where, active),
    };
  if (verb === 'revert')
    return { title: texts.revertTitle, verb: texts.revert, about: texts.revertAbout(active ?? target, where) };
  if (verb === 'deactivate')
    return { title: texts.deactivateTitle, verb: texts.deactivate, about: texts.deactivateAbout(where) };
  return { title: texts.removeTitle, verb: texts.remove, about: texts.removeAbout(where) };
}
