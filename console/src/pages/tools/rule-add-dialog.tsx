/** Makes a rule on tools. */
import type { CreateScopedToolInput } from '@assay/client';
import { Checkbox, Select, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { commonTexts } from '../../texts/common.ts';
import { toolsTexts } from '../../texts/tools.ts';
import { appIdOf } from './app-id-of.ts';
import { FormDialog } from './form-dialog.tsx';
import { useScopeChoices } from './known-ids.ts';
import { ModeChoice } from './mode-choice.tsx';
import { say } from './say.ts';
import { toScope } from './scope.ts';
import { useChange } from './use-change.ts';

const texts = toolsTexts.rules;

interface RuleAddDialogProps {
  readonly app: string | undefined;
  readonly onClose: () => void;
}

export function RuleAddDialog({ app: given, onClose }: RuleAddDialogProps) {
  const scopes = useScopeChoices();
  const [chosen, setChosen] = useState<string>();
  const [app, setApp] = useState(given ?? '');
  const [server, setServer] = useState('*');
  const [name, setName] = useState('*');
  const [mode, setMode] = useState<CreateScopedToolInput['mode']>('available');
  const [mayOverride, setMayOverride] = useState(true);
  const [reason, setReason] = useState('');
  const [isUnknown, setIsUnknown] = useState(false);
  // A rule of a workspace can be made by more people than one of the organisation.
  const scope = toScope(chosen ?? scopes.find(({ value }) => value.startsWith('workspace'))?.value ?? '');
  const add = useChange(
    async (where: CreateScopedToolInput['scope']) => {
      const appId = await appIdOf(app.trim());
      if (appId === undefined) return undefined;
      return api.scopedTools.create({
        body: {
          scope: where,
          tool: { app_id: appId, server: server.trim() === '' ? undefined : server.trim(), name: name.trim() },
          mode,
          allow_override: where.level === 'org' ? mayOverride : undefined,
          reason: reason.trim(),
        },
      });
    },
    ['scopedTools', 'installations'],
    (made) => {
      setIsUnknown(made === undefined);
      if (made === undefined) return;
      say(texts.saved);
      onClose();
    },
  );
  return (
    <FormDialog
      isOpen
      title={texts.add}
      verb={toolsTexts.save}
      isPending={add.isPending}
      error={add.error}
      onClose={onClose}
      onSend={() => scope !== undefined && add.mutate(scope)}
    >
      <Select
        label={texts.scope}
        data={[...scopes]}
        value={scope === undefined ? null : `${scope.level} ${scope.id}`}
        allowDeselect={false}
        required
        searchable
        onChange={(value) => setChosen(value ?? undefined)}
      />
      <TextInput
        label={texts.app}
        description={texts.appHelp}
        value={app}
        required
        data-autofocus
        error={isUnknown && texts.noSuchApp}
        onChange={({ currentTarget }) => {
          setApp(currentTarget.value);
          setIsUnknown(false);
        }}
      />
      <SimpleGrid cols={2} spacing="sm">
        <TextInput
          label={texts.server}
          description={texts.serverHelp}
          value={server}
          onChange={({ currentTarget }) => setServer(currentTarget.value)}
        />
        <TextInput
          label={texts.tool}
          description={texts.toolHelp}
          value={name}
          required
          onChange={({ currentTarget }) => setName(currentTarget.value)}
        />
      </SimpleGrid>
      <ModeChoice value={mode} onChange={setMode} />
      {scope?.level === 'org' && (
        <Checkbox
          label={texts.override}
          checked={mayOverride}
          onChange={({ currentTarget }) => setMayOverride(currentTarget.checked)}
        />
      )}
      <Textarea
        label={commonTexts.reason}
        description={commonTexts.reasonHint}
        value={reason}
        required
        maxLength={500}
        autosize
        minRows={2}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
    </FormDialog>
  );
}
