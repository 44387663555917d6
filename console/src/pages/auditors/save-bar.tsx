/** Names the changes that are not saved and what they will do, and saves them together. */
import { ApiError } from '@assay/client';
import { Alert, Button, Group, List, Paper, Text, Title } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useId } from 'react';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Problem } from '../../parts/problem.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';
import { valueWord } from './labels.ts';
import { changeDraft, type Draft, draftKey } from './setting-drafts.ts';
import type { SettingGroup } from './setting-groups.ts';
import { type StoredSettings, useSaveSettings } from './use-settings.ts';

const texts = auditorsTexts.save;
const changedMeanwhile = 412;

interface SaveBarProps {
  readonly auditorId: string;
  readonly target: StoredSettings;
  readonly draft: Draft;
  readonly groups: readonly SettingGroup[];
}

export function SaveBar({ auditorId, target, draft, groups }: SaveBarProps) {
  const save = useSaveSettings(auditorId, target);
  const titleId = useId();
  const names = Object.keys(draft);
  if (names.length === 0) return null;
  const key = draftKey(auditorId, target.scope);
  const isConflict = save.error instanceof ApiError && save.error.status === changedMeanwhile;
  return (
    <Paper component="section" aria-labelledby={titleId} className="save-bar" shadow="md">
      <Title order={2} id={titleId} className="hidden-title">
        {texts.title}
      </Title>
      <Text size="sm" fw={600} role="status">
        {texts.count(names.length)}
      </Text>
      <List size="xs" className="save-list">
        {Object.entries(draft).map(([name, entry]) => (
          <List.Item key={name}>
            <span className="mono">{name}</span>:{' '}
            {entry === null ? (
              texts.removes
            ) : (
              <>
                <ForeignText
                  text={texts.becomes(
                    valueWord(target.settings[name]?.value ?? defaultOf(groups, name)),
                    valueWord(entry.value),
                  )}
                  maxLength={200}
                />{' '}
                {entry.enforced === true && texts.enforces}
              </>
            )}
          </List.Item>
        ))}
      </List>
      <Text size="xs" c="dimmed">
        {texts.effect[target.scope.level]} {texts.gateways}
      </Text>
      {isConflict ? (
        <Alert color="yellow" role="alert" mt="xs">
          {texts.conflict}
        </Alert>
      ) : (
        save.error !== null && <Problem error={save.error} />
      )}
      <Group mt="xs">
        <Button
          size="xs"
          loading={save.isPending}
          onClick={() =>
            save.mutate(draft, { onSuccess: () => notifications.show({ color: 'green', message: texts.saved }) })
          }
        >
          {names.length === 1 ? texts.saveOne : texts.saveAll}
        </Button>
        <Button size="xs" variant="default" onClick={() => changeDraft(key, () => ({}))}>
          {texts.discard}
        </Button>
      </Group>
    </Paper>
  );
}

function defaultOf(groups: readonly SettingGroup[], name: string): unknown {
  return groups.find(({ names }) => names.includes(name))?.definition.default;
}
