/** Life-cycle policies: when agents are warned about, suspended, and decommissioned. */
import type { LifecyclePolicy } from '@assay/client';
import { Button, Group, Stack } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay, useSession } from '../../api/session.ts';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import type { RecordAction } from '../../parts/record-action.ts';
import { RecordTable } from '../../parts/record-table.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { LifecycleForm } from './lifecycle-form.tsx';
import { LifecycleRun } from './lifecycle-run.tsx';

const texts = settingsTexts.lifecycle;

export function LifecycleList() {
  const organisation = useSession()?.organization?.id ?? '';
  const [isOpen, setOpen] = useState(false);
  const [edited, setEdited] = useState<LifecyclePolicy>();
  const may = useMay('lifecyclePolicies.create');
  const actions: readonly RecordAction<LifecyclePolicy>[] = [
    { operation: 'lifecyclePolicies.replace', label: texts.edit, onOpen: setEdited },
    {
      operation: 'lifecyclePolicies.remove',
      label: texts.remove,
      isDangerous: true,
      about: () => texts.removeAbout,
      run: ({ id, revision }) => api.lifecyclePolicies.remove({ id, ifMatch: revision }),
    },
  ];
  return (
    <Stack>
      {may && (
        <Group>
          <Button onClick={() => setOpen(true)}>{texts.make}</Button>
        </Group>
      )}
      <RecordTable
        label={texts.list}
        queryKey={['lifecyclePolicies.list']}
        read={(page, signal) => api.lifecyclePolicies.list(page, { signal })}
        columns={[
          { header: texts.priority, cell: ({ priority }) => priority },
          { header: texts.name, cell: ({ name }) => <ForeignText text={name} /> },
          { header: texts.scope, cell: ({ scope }) => <ForeignText text={`${scope.level} ${scope.id}`} /> },
          {
            header: texts.rules,
            cell: ({ rules }) => (
              <ForeignText
                text={rules
                  .filter(({ enabled }) => enabled)
                  .map(({ type }) => type.replaceAll('_', ' '))
                  .join(', ')}
              />
            ),
          },
          { header: texts.action, cell: ({ enforcement }) => enforcement.action.replaceAll('_', ' ') },
          { header: texts.changed, cell: ({ updated_at: at }) => <TimeAgo value={at} /> },
        ]}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        actions={actions}
        empty={<Empty title={texts.emptyTitle}>{texts.empty}</Empty>}
      />
      <LifecycleRun />
      {isOpen && <LifecycleForm policy={undefined} organisation={organisation} onClose={() => setOpen(false)} />}
      {edited !== undefined && (
        <LifecycleForm policy={edited} organisation={organisation} onClose={() => setEdited(undefined)} />
      )}
    </Stack>
  );
}
