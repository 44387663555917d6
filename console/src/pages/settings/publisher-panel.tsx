/** Publishers whose signatures count, with their keys. */
import type { Publisher } from '@assay/client';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { Panel } from '../../parts/panel.tsx';
import type { RecordAction } from '../../parts/record-action.ts';
import { RecordTable } from '../../parts/record-table.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { PublisherForm } from './publisher-form.tsx';

const texts = settingsTexts.registries;

interface PublisherPanelProps {
  readonly record: string | undefined;
  readonly onOpen: (row: Publisher) => void;
}

export function PublisherPanel({ record, onOpen }: PublisherPanelProps) {
  const [isOpen, setOpen] = useState(false);
  const may = useMay('publishers.create');
  const set = (status: 'active' | 'suspended') => (row: Publisher) =>
    api.publishers.replace({
      id: row.id,
      body: {
        name: row.name,
        description: row.description,
        keys: { keys: row.keys.keys.map(({ thumbprint: _thumbprint, ...key }) => key) },
        status,
      },
      ifMatch: row.revision,
    });
  const actions: readonly RecordAction<Publisher>[] = [
    {
      operation: 'publishers.replace',
      label: texts.suspend,
      isDangerous: true,
      isOffered: ({ status }) => status === 'active',
      about: () => texts.suspendAbout,
      run: set('suspended'),
    },
    {
      operation: 'publishers.replace',
      label: texts.reactivate,
      isOffered: ({ status }) => status === 'suspended',
      about: () => texts.reactivateAbout,
      run: set('active'),
    },
    {
      operation: 'publishers.remove',
      label: texts.remove,
      isDangerous: true,
      about: () => texts.removePublisher,
      run: ({ id, revision }) => api.publishers.remove({ id, ifMatch: revision }),
    },
  ];
  return (
    <Panel
      title={texts.publishers}
      about={texts.publishersAbout}
      actions={
        may ? (
          <Button size="xs" variant="default" onClick={() => setOpen(true)}>
            {texts.makePublisher}
          </Button>
        ) : null
      }
    >
      <RecordTable
        label={texts.publishers}
        queryKey={['publishers.list']}
        read={(page, signal) => api.publishers.list(page, { signal })}
        columns={[
          { header: texts.name, cell: ({ name }) => <ForeignText text={name} /> },
          { header: texts.description, cell: ({ description }) => <ForeignText text={description} /> },
          { header: texts.keys, cell: ({ keys }) => keys.keys.length },
          { header: texts.state, cell: ({ status }) => <StateBadge state={status} /> },
          { header: texts.changed, cell: ({ created_at: at }) => <TimeAgo value={at} /> },
        ]}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        openId={record}
        onOpen={onOpen}
        detail={(row) => <JsonView value={row} label={settingsTexts.record} />}
        actions={actions}
        empty={<Empty title={texts.noPublishers}>{texts.noPublishersHelp}</Empty>}
      />
      <PublisherForm isOpen={isOpen} onClose={() => setOpen(false)} />
    </Panel>
  );
}
