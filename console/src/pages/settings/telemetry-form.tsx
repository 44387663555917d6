/** Makes a telemetry export, or changes one. */
import type { TelemetryExport } from '@assay/client';
import { PasswordInput, TagsInput, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { FormDialog } from '../../parts/form-dialog.tsx';
import { useReadAgain } from '../../parts/use-group.ts';
import { settingsTexts } from '../../texts/settings.ts';

const texts = settingsTexts.telemetry;

interface TelemetryFormProps {
  readonly isOpen: boolean;
  /** The one to change; undefined makes a new one. */
  readonly row: TelemetryExport | undefined;
  readonly onClose: () => void;
}

export function TelemetryForm({ isOpen, row, onClose }: TelemetryFormProps) {
  const [draft, setDraft] = useState({
    name: row?.name ?? '',
    endpoint: row?.endpoint ?? '',
    workspaces: [...(row?.workspace_ids ?? [])],
    header: '',
    value: '',
  });
  const change = (part: Partial<typeof draft>) => setDraft((old) => ({ ...old, ...part }));
  const readAgain = useReadAgain('telemetryExports');
  const save = useMutation({
    mutationFn: async () => {
      const { name, endpoint, workspaces, header, value } = draft;
      const headers = header.trim() === '' ? {} : { headers: { [header.trim()]: value } };
      const body = { name, endpoint, workspace_ids: workspaces.length === 0 ? null : workspaces, ...headers };
      return row === undefined
        ? api.telemetryExports.create({ body })
        : api.telemetryExports.update({ id: row.id, body, ifMatch: row.revision });
    },
    onSuccess: async () => {
      if (row === undefined) setDraft({ name: '', endpoint: '', workspaces: [], header: '', value: '' });
      onClose();
      await readAgain();
    },
  });
  return (
    <FormDialog
      isOpen={isOpen}
      title={row === undefined ? texts.make : texts.edit}
      verb={row === undefined ? texts.make : texts.save}
      isPending={save.isPending}
      error={save.error}
      onClose={onClose}
      onSend={() => save.mutate()}
    >
      <TextInput
        label={texts.name}
        required
        value={draft.name}
        onChange={({ currentTarget: { value } }) => change({ name: value })}
        data-autofocus
      />
      <TextInput
        label={texts.endpoint}
        description={texts.endpointHelp}
        type="url"
        required
        value={draft.endpoint}
        onChange={({ currentTarget: { value } }) => change({ endpoint: value })}
      />
      <TagsInput
        label={texts.workspaces}
        description={texts.allIfEmpty}
        value={draft.workspaces}
        onChange={(workspaces) => change({ workspaces })}
      />
      <TextInput
        label={texts.header}
        description={row === undefined ? texts.headerHelp : texts.headerNow(row.header_names.join(', '))}
        value={draft.header}
        onChange={({ currentTarget: { value } }) => change({ header: value })}
      />
      <PasswordInput
        label={texts.value}
        autoComplete="off"
        value={draft.value}
        onChange={({ currentTarget: { value } }) => change({ value })}
      />
    </FormDialog>
  );
}
