/** Changes how a credential is shared and when it is rotated. */
import type { ScopedCredential, UpdateScopedCredentialInput } from '@assay/client';
import { Checkbox, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { keyOf } from '../../parts/labels.ts';
import { toolsTexts } from '../../texts/tools.ts';
import { FormDialog } from './form-dialog.tsx';
import { say } from './say.ts';
import { useChange } from './use-change.ts';

const texts = toolsTexts.credentials;

interface CredentialChangeDialogProps {
  readonly credential: ScopedCredential;
  readonly onClose: () => void;
}

export function CredentialChangeDialog({ credential, onClose }: CredentialChangeDialogProps) {
  const [base] = useState(credential);
  const { id, revision, agent_id: agent, auth_type: kind } = base;
  const [sharing, setSharing] = useState(keyOf(texts.sharings, base.sharing_mode) ?? 'inherit');
  const [isDelegated, setIsDelegated] = useState(base.allow_in_delegation);
  const [everyDays, setEveryDays] = useState<number | ''>(base.rotation.every_days ?? '');
  const [scopes, setScopes] = useState(base.requested_scopes.join(' '));
  const isOAuth = kind === 'oauth2_code' || kind === 'client_credentials' || kind === 'token_exchange';
  const change = useChange(
    (body: UpdateScopedCredentialInput) => api.scopedCredentials.update({ id, ifMatch: revision, body }),
    ['scopedCredentials', 'scopedTools'],
    () => {
      say(texts.saved);
      onClose();
    },
  );
  const days = everyDays === '' ? null : everyDays;
  const send = () =>
    change.mutate({
      sharing_mode: sharing === base.sharing_mode ? undefined : sharing,
      allow_in_delegation: isDelegated === base.allow_in_delegation ? undefined : isDelegated,
      rotation: days === base.rotation.every_days ? undefined : { every_days: days },
      requested_scopes:
        scopes.trim() === base.requested_scopes.join(' ')
          ? undefined
          : scopes.split(/\s+/).filter((scope) => scope !== ''),
    });
  return (
    <FormDialog
      isOpen
      title={texts.changeTitle}
      verb={toolsTexts.save}
      isPending={change.isPending}
      error={change.error}
      onClose={onClose}
      onSend={send}
    >
      {agent === null && (
        <>
          <Select
            label={texts.sharing}
            data={Object.entries(texts.sharings).map(([value, label]) => ({ value, label }))}
            value={sharing}
            allowDeselect={false}
            onChange={(value) => setSharing(keyOf(texts.sharings, value ?? undefined) ?? sharing)}
          />
          <Checkbox
            label={texts.delegation}
            checked={isDelegated}
            onChange={({ currentTarget }) => setIsDelegated(currentTarget.checked)}
          />
        </>
      )}
      {isOAuth && (
        <TextInput
          label={texts.scopes}
          description={texts.scopesHelp}
          value={scopes}
          onChange={({ currentTarget }) => setScopes(currentTarget.value)}
        />
      )}
      {kind !== 'oauth2_code' && (
        <NumberInput
          label={texts.everyDays}
          min={1}
          max={3650}
          allowDecimal={false}
          value={everyDays}
          onChange={(value) => setEveryDays(typeof value === 'number' ? value : '')}
        />
      )}
    </FormDialog>
  );
}
