/** What a preset would change in a workspace, and the button that applies it. */
import type { AppliedPreset, PresetList, PresetsApplyCall } from '@assay/client';
import { Button, Group, List, Modal, Stack, Switch, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { labelOf } from '../../parts/labels.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Problem } from '../../parts/problem.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';
import { commonTexts } from '../../texts/common.ts';
import { readsLabel, valueWord } from './labels.ts';
import { presetTitle } from './preset-name.ts';

const texts = auditorsTexts.presets;

export type PresetRule = PresetList['items'][number]['rules'][number];

interface PresetPreviewProps {
  readonly workspace: string;
  readonly name: string;
  readonly body: PresetsApplyCall['body'];
  /** The rules that it brings. */
  readonly rules: readonly PresetRule[];
  readonly overwrite: boolean;
  readonly onOverwrite: (on: boolean) => void;
  readonly onClose: () => void;
}

export function PresetPreview({ workspace, name, body, rules, overwrite, onOverwrite, onClose }: PresetPreviewProps) {
  const queries = useQueryClient();
  const [isOpen, dialog] = useDisclosure(false);
  const call = { id: workspace, body, overwrite: overwrite ? 'true' : 'false' } as const;
  const preview = useQuery({
    queryKey: ['presets.apply', 'preview', workspace, name, overwrite],
    queryFn: ({ signal }) => api.presets.apply({ ...call, preview: 'true' }, { signal }),
    refetchOnWindowFocus: false,
  });
  const apply = useMutation({
    mutationFn: () => api.presets.apply(call),
    onSuccess: async () => {
      dialog.close();
      notifications.show({ color: 'green', message: texts.applied });
      // A preset changes settings, policies and the chain.
      await queries.invalidateQueries();
    },
  });
  const count = preview.data?.changed.length ?? 0;
  return (
    <Panel
      title={texts.previewOf(presetTitle(name))}
      actions={
        <Button size="xs" variant="subtle" onClick={onClose}>
          {texts.close}
        </Button>
      }
    >
      <Stack>
        <Switch
          label={texts.overwrite}
          checked={overwrite}
          onChange={({ currentTarget }) => onOverwrite(currentTarget.checked)}
        />
        <Loaded query={preview}>{(answer) => <Changes answer={answer} />}</Loaded>
        <Rules rules={rules} />
        {count > 0 && (
          <Button size="sm" w="max-content" onClick={dialog.open}>
            {texts.apply}
          </Button>
        )}
      </Stack>
      <Modal
        opened={isOpen}
        onClose={dialog.close}
        title={texts.applyTitle(presetTitle(name), workspace)}
        closeButtonProps={{ 'aria-label': commonTexts.close }}
      >
        <Text size="sm">{texts.applyAbout(count)}</Text>
        {apply.error !== null && <Problem error={apply.error} />}
        <Group mt="md" justify="flex-end">
          <Button variant="default" onClick={dialog.close}>
            {commonTexts.cancel}
          </Button>
          <Button loading={apply.isPending} onClick={() => apply.mutate()}>
            {texts.apply}
          </Button>
        </Group>
      </Modal>
    </Panel>
  );
}

function Changes({ answer: { changed, unchanged } }: { readonly answer: AppliedPreset }) {
  return (
    <>
      {changed.length === 0 && <Text size="sm">{texts.nothing}</Text>}
      {changed.length > 0 && (
        <Table.ScrollContainer minWidth={560} scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}>
          <Table aria-label={texts.changes}>
            <Table.Thead>
              <Table.Tr>
                {[texts.kind, texts.name, texts.action, texts.before, texts.after].map((head) => (
                  <Table.Th key={head}>{head}</Table.Th>
                ))}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {changed.map(({ kind, name, action, auditor, before, after }) => (
                <Table.Tr key={`${kind} ${auditor ?? ''} ${name}`}>
                  <Table.Td>{labelOf(texts.kinds, kind)}</Table.Td>
                  <Table.Td className="mono">
                    <ForeignText text={name} />
                  </Table.Td>
                  <Table.Td>{labelOf(texts.actions, action)}</Table.Td>
                  <Table.Td>{kind === 'setting' && <ForeignText text={valueWord(before)} />}</Table.Td>
                  <Table.Td>{kind === 'setting' && <ForeignText text={valueWord(after)} />}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {unchanged.length > 0 && (
        <div>
          <Text size="sm" fw={600}>
            {texts.stays}
          </Text>
          <List size="sm">
            {unchanged.map(({ name, auditor, message }) => (
              <List.Item key={`${auditor} ${name}`}>
                <ForeignText text={message} maxLength={400} />
              </List.Item>
            ))}
          </List>
        </div>
      )}
    </>
  );
}

function Rules({ rules }: { readonly rules: readonly PresetRule[] }) {
  return (
    <div>
      <Text size="sm" fw={600}>
        {texts.rules}
      </Text>
      <List size="sm">
        {rules.map(({ id, phase, when, response }) => (
          <List.Item key={id}>
            <b>{labelOf(texts.responses, response)}</b> ({readsLabel([phase])}):{' '}
            <ForeignText text={when} maxLength={400} />
          </List.Item>
        ))}
      </List>
    </div>
  );
}
