/** Telemetry exports: collectors that get a span for each decision. */
import type { TelemetryExport } from '@assay/client';
import { Alert, Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import type { RecordAction } from '../../parts/record-action.ts';
import { RecordTable } from '../../parts/record-table.tsx';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { TelemetryForm } from './telemetry-form.tsx';

const texts = settingsTexts.telemetry;

export function TelemetryList() {
  const [isOpen, setOpen] = useState(false);
  const [edited, setEdited] = useState<TelemetryExport>();
  const [result, setResult] = useState<{ readonly name: string; readonly error: string | undefined }>();
  const may = useMay('telemetryExports.create');
  const set = (status: 'active' | 'paused') => (row: TelemetryExport) =>
    api.telemetryExports.update({ id: row.id, body: { status }, ifMatch: row.revision });
  const actions: readonly RecordAction<TelemetryExport>[] = [
    {
      operation: 'telemetryExports.test',
      label: texts.test,
      about: () => texts.testAbout,
      run: async ({ id, name }) => {
        const { accepted, status, error } = await api.telemetryExports.test({ id });
        setResult({ name, error: accepted ? undefined : (error ?? `HTTP ${status ?? ''}`) });
      },
    },
    { operation: 'telemetryExports.update', label: texts.edit, onOpen: setEdited },
    {
      operation: 'telemetryExports.update',
      label: texts.pause,
      isOffered: ({ status }) => status === 'active',
      about: () => texts.pauseAbout,
      run: set('paused'),
    },
    {
      operation: 'telemetryExports.update',
      label: texts.resume,
      isOffered: ({ status }) => status === 'paused',
      about: () => texts.resumeAbout,
      run: set('active'),
    },
    {
      operation: 'telemetryExports.remove',
      label: texts.remove,
      isDangerous: true,
      about: () => texts.removeAbout,
      run: ({ id, revision }) => api.telemetryExports.remove({ id, ifMatch: revision }),
    },
  ];
  return (
    <Stack>
      {may && (
        <Button w="max-content" onClick={() => setOpen(true)}>
          {texts.make}
        </Button>
      )}
      {result !== undefined && (
        <Alert
          color={result.error === undefined ? 'green' : 'red'}
          role="status"
          withCloseButton
          closeButtonLabel={settingsTexts.close}
          onClose={() => setResult(undefined)}
        >
          <ForeignText text={result.name} />: {result.error === undefined ? texts.testDone : texts.testFailed}{' '}
          {result.error !== undefined && <ForeignText text={result.error} />}
        </Alert>
      )}
      <RecordTable
        label={texts.list}
        queryKey={['telemetryExports.list']}
        read={(page, signal) => api.telemetryExports.list(page, { signal })}
        refetchMs={15_000}
        columns={[
          { header: texts.name, cell: ({ name }) => <ForeignText text={name} /> },
          { header: texts.endpoint, cell: ({ endpoint }) => <ForeignText text={endpoint} /> },
          { header: texts.state, cell: ({ status }) => <StateBadge state={status} /> },
          { header: texts.sent, cell: ({ exported }) => exported.toLocaleString('en') },
          { header: texts.lost, cell: ({ dropped }) => dropped.toLocaleString('en') },
          { header: texts.lag, cell: ({ lag_s: seconds }) => texts.seconds(seconds) },
          { header: texts.last, cell: ({ last_export_at: at }) => <TimeAgo value={at} /> },
          { header: texts.error, cell: ({ last_error: error }) => <ForeignText text={error ?? ''} /> },
        ]}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        actions={actions}
        empty={<Empty title={texts.emptyTitle}>{texts.empty}</Empty>}
      />
      <TelemetryForm isOpen={isOpen} row={undefined} onClose={() => setOpen(false)} />
      {edited !== undefined && <TelemetryForm isOpen row={edited} onClose={() => setEdited(undefined)} />}
    </Stack>
  );
}
