/** Adds a credential for another service. */
import { Autocomplete, Checkbox, NumberInput, Select, Text, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useSession } from '../../api/session.ts';
import { keyOf } from '../../parts/labels.ts';
import { toolsTexts } from '../../texts/tools.ts';
import { type CredentialDraft, emptyCredential, hasIssuer, toCredentialInput } from './credential-input.ts';
import { secretWord } from './credential-words.ts';
import { FormDialog } from './form-dialog.tsx';
import { useAgentIds, useScopeChoices } from './known-ids.ts';
import { SecretInput } from './secret-input.tsx';
import { useChange } from './use-change.ts';

const texts = toolsTexts.credentials;

interface CredentialAddDialogProps {
  readonly service: string | undefined;
  readonly agent: string | undefined;
  readonly onClose: () => void;
}

type TextName = 'service' | 'username' | 'issuer' | 'clientId' | 'header' | 'resource' | 'scopes';

export function CredentialAddDialog({ service = '', agent = '', onClose }: CredentialAddDialogProps) {
  const navigate = useNavigate();
  const user = useSession()?.user?.id;
  const agents = useAgentIds();
  const scopes = useScopeChoices();
  const [draft, setDraft] = useState<CredentialDraft>({ ...emptyCredential, service, agent });
  const set = (change: Partial<CredentialDraft>) => setDraft((old) => ({ ...old, ...change }));
  const { kind } = draft;
  const usual = scopes.find(({ value }) => value.startsWith('workspace'))?.value ?? '';
  const scope = draft.scope === '' ? usual : draft.scope;
  const add = useChange(
    () => api.scopedCredentials.create({ body: toCredentialInput({ ...draft, scope }, user) }),
    ['scopedCredentials', 'scopedTools', 'installations'],
    ({ id }) => void navigate({ to: '/tools/credentials/$id', params: { id } }),
  );
  const field = (name: TextName, isRequired: boolean, help?: string, hint?: string) => (
    <TextInput
      label={texts[name]}
      {...(help === undefined ? {} : { description: help })}
      {...(hint === undefined ? {} : { placeholder: hint })}
      value={draft[name]}
      required={isRequired}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
    />
  );
  const choice = (
    label: string,
    words: Readonly<Record<string, string>>,
    value: string,
    tell: (key: string) => void,
  ) => (
    <Select
      label={label}
      data={Object.entries(words).map(([key, word]) => ({ value: key, label: word }))}
      value={value}
      allowDeselect={false}
      onChange={(key) => tell(key ?? '')}
    />
  );
  const secret = secretWord(kind);
  return (
    <FormDialog
      isOpen
      title={texts.add}
      about={texts.about}
      verb={toolsTexts.save}
      isPending={add.isPending}
      error={add.error}
      onClose={onClose}
      onSend={() => add.mutate(undefined)}
    >
      {field('service', true, texts.serviceHelp)}
      {choice(texts.kind, texts.kinds, kind, (key) => set({ kind: keyOf(texts.kinds, key) ?? 'api_key' }))}
      <Autocomplete
        label={toolsTexts.agent}
        description={texts.agentHelp}
        data={[...agents]}
        limit={50}
        value={draft.agent}
        onChange={(value) => set({ agent: value })}
      />
      {draft.agent.trim() !== '' ? (
        <Checkbox
          label={texts.mine}
          checked={draft.isMine}
          onChange={({ currentTarget }) => set({ isMine: currentTarget.checked })}
        />
      ) : (
        <>
          <Select
            label={texts.scope}
            data={[...scopes]}
            value={scope}
            allowDeselect={false}
            searchable
            onChange={(value) => set({ scope: value ?? '' })}
          />
          {choice(texts.sharing, texts.sharings, draft.sharing, (key) =>
            set({ sharing: keyOf(texts.sharings, key) ?? 'inherit' }),
          )}
        </>
      )}
      {kind === 'basic' && field('username', true)}
      {hasIssuer(kind) && (
        <>
          {field('issuer', kind !== 'oauth2_code', undefined, texts.issuerHint)}
          {field('clientId', kind !== 'oauth2_code')}
          {field('scopes', false, texts.scopesHelp)}
        </>
      )}
      {kind === 'mtls' && (
        <Textarea
          label={texts.certificate}
          value={draft.certificate}
          required
          autosize
          minRows={4}
          maxRows={10}
          spellCheck={false}
          onChange={({ currentTarget }) => set({ certificate: currentTarget.value })}
        />
      )}
      {kind === 'api_key' && field('header', false, texts.headerHelp)}
      {field('resource', false, texts.resourceHelp)}
      {secret === undefined ? (
        <Text size="sm">{texts.noSecret}</Text>
      ) : (
        <>
          <SecretInput
            label={secret}
            help={texts.secretHelp}
            hasLines={kind === 'mtls'}
            value={draft.secret}
            onChange={(value) => set({ secret: value })}
          />
          <NumberInput
            label={texts.everyDays}
            min={1}
            max={3650}
            allowDecimal={false}
            value={draft.everyDays ?? ''}
            onChange={(value) => set({ everyDays: typeof value === 'number' ? value : undefined })}
          />
        </>
      )}
    </FormDialog>
  );
}
