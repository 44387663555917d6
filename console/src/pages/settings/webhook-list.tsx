/** Webhooks: where events are sent, and what became of each. */
import type { Webhook } from '@assay/client';
import { Alert, Button, Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import type { RecordAction } from '../../parts/record-action.ts';
import { RecordTable } from '../../parts/record-table.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { toSecretTexts } from '../../parts/secret-texts.ts';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { settingsTexts } from '../../texts/settings.ts';
import { WebhookDeliveries } from './webhook-deliveries.tsx';
import { WebhookForm } from './webhook-form.tsx';

const route = getRouteApi('/settings');
const texts = settingsTexts.webhooks;
const overlapS = 3_600;

export function WebhookList() {
  const { webhook } = route.useSearch();
  const navigate = route.useNavigate();
  const [isOpen, setOpen] = useState(false);
  const [edited, setEdited] = useState<Webhook>();
  const [secret, setSecret] = useState<string>();
  const [result, setResult] = useState<{ readonly name: string; readonly error: string | undefined }>();
  const may = useMay('webhooks.create');
  const set = (status: 'active' | 'paused') => (hook: Webhook) =>
    api.webhooks.update({ id: hook.id, body: { status }, ifMatch: hook.revision });
  const actions: readonly RecordAction<Webhook>[] = [
    {
      operation: 'webhooks.test',
      label: texts.test,
      about: () => texts.testAbout,
      run: async ({ id, name }) => {
        const { delivered, delivery } = await api.webhooks.test({ id });
        setResult({ name, error: delivered ? undefined : (delivery.last_attempt?.error ?? texts.noAnswer) });
      },
    },
    { operation: 'webhooks.update', label: texts.edit, onOpen: setEdited },
    {
      operation: 'webhooks.update',
      label: texts.pause,
      isOffered: ({ status }) => status === 'active',
      about: () => texts.pauseAbout,
      run: set('paused'),
    },
    {
      operation: 'webhooks.update',
      label: texts.resume,
      isOffered: ({ status }) => status !== 'active',
      about: () => texts.resumeAbout,
      run: set('active'),
    },
    {
      operation: 'webhooks.rotateSecret',
      label: texts.rotate,
      about: () => texts.rotateAbout,
      run: async ({ id }) => setSecret((await api.webhooks.rotateSecret({ id, body: { overlap_s: overlapS } })).secret),
    },
    {
      operation: 'webhooks.remove',
      label: texts.remove,
      isDangerous: true,
      about: () => texts.removeAbout,
      run: ({ id, revision }) => api.webhooks.remove({ id, ifMatch: revision }),
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
        queryKey={['webhooks.list']}
        read={(page, signal) => api.webhooks.list(page, { signal })}
        columns={[
          { header: texts.name, cell: ({ name }) => <ForeignText text={name} /> },
          { header: texts.url, cell: ({ url }) => <ForeignText text={url} /> },
          { header: texts.events, cell: ({ events }) => <ForeignText text={events.join(', ')} /> },
          {
            header: texts.state,
            cell: ({ status, status_reason: why }) => (
              <StateBadge state={why === null ? status : `${status}: ${why}`} />
            ),
          },
          { header: texts.succeeded, cell: ({ last_success_at: at }) => <TimeAgo value={at} /> },
          { header: texts.failed, cell: ({ last_failure_at: at }) => <TimeAgo value={at} /> },
        ]}
        idOf={({ id }) => id}
        nameOf={({ name }) => name}
        actions={actions}
        openId={webhook}
        onOpen={({ id }) =>
          void navigate({ search: { tab: 'webhooks', webhook: id === webhook ? undefined : id }, resetScroll: false })
        }
        refetchMs={15_000}
        empty={<Empty title={texts.emptyTitle}>{texts.empty}</Empty>}
      />
      {webhook !== undefined && <WebhookDeliveries key={webhook} webhook={webhook} />}
      <WebhookForm isOpen={isOpen} webhook={undefined} onClose={() => setOpen(false)} onSecret={setSecret} />
      {edited !== undefined && (
        <WebhookForm isOpen webhook={edited} onClose={() => setEdited(undefined)} onSecret={setSecret} />
      )}
      <SecretOnce
        secret={secret}
        texts={toSecretTexts(texts.secret, texts.secretAbout)}
        onClose={() => setSecret(undefined)}
      />
    </Stack>
  );
}
