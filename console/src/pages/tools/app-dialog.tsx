/** Adds an app of the organisation, or a version of one. */
import type { App } from '@assay/client';
import { Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { keyOf } from '../../parts/labels.ts';
import { toolsTexts } from '../../texts/tools.ts';
import { AppDraftPart } from './app-draft-part.tsx';
import { type AppDraft, emptyDraft, toAppInput } from './app-input.ts';
import { FormDialog } from './form-dialog.tsx';
import { say } from './say.ts';
import { useChange } from './use-change.ts';

const texts = toolsTexts.form;

interface AppDialogProps {
  readonly isOpen: boolean;
  /** The app that gets a version; absent for a new app. */
  readonly app?: App;
  readonly onClose: () => void;
}

export function AppDialog({ isOpen, app, onClose }: AppDialogProps) {
  const [draft, setDraft] = useState<AppDraft>(() => (app === undefined ? emptyDraft : draftOf(app)));
  const set = (change: Partial<AppDraft>) => setDraft((old) => ({ ...old, ...change }));
  const add = useChange(send, ['apps'], () => {
    say(texts.done);
    setDraft(app === undefined ? emptyDraft : draftOf(app));
    onClose();
  });
  const field = (name: 'name' | 'version' | 'title' | 'category' | 'publisher', isRequired: boolean, help?: string) => (
    <TextInput
      label={texts[name]}
      {...(help === undefined ? {} : { description: help })}
      value={draft[name]}
      required={isRequired}
      disabled={name === 'name' && app !== undefined}
      onChange={({ currentTarget }) => set({ [name]: currentTarget.value })}
    />
  );
  return (
    <FormDialog
      isOpen={isOpen}
      title={app === undefined ? texts.addTitle : texts.versionTitle}
      about={texts.about}
      verb={texts.go}
      isPending={add.isPending}
      error={add.error}
      onClose={onClose}
      onSend={() => add.mutate({ draft, appId: app?.id })}
    >
      <Select
        label={texts.type}
        data={Object.entries(toolsTexts.types).map(([value, label]) => ({ value, label }))}
        value={draft.type}
        disabled={app !== undefined}
        allowDeselect={false}
        onChange={(value) => set({ type: keyOf(toolsTexts.types, value ?? undefined) ?? 'mcp_server' })}
      />
      <SimpleGrid cols={2} spacing="sm">
        {field('name', true, texts.nameHelp)}
        {field('version', true, texts.versionHelp)}
        {field('title', true)}
        {field('category', false)}
      </SimpleGrid>
      <Textarea
        label={texts.description}
        value={draft.description}
        required
        autosize
        minRows={2}
        maxRows={6}
        onChange={({ currentTarget }) => set({ description: currentTarget.value })}
      />
      {field('publisher', false)}
      <AppDraftPart draft={draft} onChange={set} />
    </FormDialog>
  );
}

async function send({ draft, appId }: { readonly draft: AppDraft; readonly appId: string | undefined }): Promise<App> {
  const { name, type, ...version } = toAppInput(draft);
  if (appId === undefined) return api.apps.create({ body: { name, type, ...version } });
  return api.apps.createVersion({ app_id: appId, body: version });
}

function draftOf(app: App): AppDraft {
  const [local] = app.packages ?? [];
  return {
    ...emptyDraft,
    name: app.name,
    type: keyOf(toolsTexts.types, app.type) ?? 'mcp_server',
    version: '',
    title: app.title,
    description: app.description,
    category: app.category ?? '',
    publisher: app.publisher ?? '',
    use: app.remotes === undefined && local !== undefined ? 'package' : 'remote',
    url: app.remotes?.[0]?.url ?? app.auditor?.url ?? '',
    registry: local?.registryType ?? 'npm',
    identifier: local?.identifier ?? '',
    signIn: app.auth_hint?.type ?? '',
    auditorId: app.auditor?.auditor_id ?? '',
    image: app.auditor?.image ?? app.runtime?.image ?? '',
    command: app.runtime?.command?.join(' ') ?? '',
    network: app.runtime?.network ?? 'open',
    skill: app.skill?.files.find(({ path }) => path === 'SKILL.md')?.text ?? '',
  };
}
