/** API keys: make, rotate, revoke. A key is shown once. */
import type { ApiKey } from '@assay/client';
import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import type { RecordAction } from '../../parts/record-action.ts';
import { RecordTable } from '../../parts/record-table.tsx';
import { SecretOnce } from '../../parts/secret-once.tsx';
import { toSecretTexts } from '../../parts/secret-texts.ts';
import { StateBadge } from '../../parts/state-badge.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { accessTexts } from '../../texts/access.ts';
import { KeyForm } from './key-form.tsx';
import { RotateForm } from './rotate-form.tsx';

const texts = accessTexts.keys;

export function KeyList() {
  const [isOpen, setOpen] = useState(false);
  const [rotated, setRotated] = useState<ApiKey>();
  const [shown, setShown] = useState<string>();
  const may = useMay('apiKeys.create');
  const isActive = ({ status }: ApiKey) => status === 'active';
  const actions: readonly RecordAction<ApiKey>[] = [
    { operation: 'apiKeys.rotate', label: texts.rotate, isOffered: isActive, onOpen: setRotated },
    {
      operation: 'apiKeys.revoke',
      label: texts.revoke,
      isOffered: isActive,
      isDangerous: true,
      about: () => texts.revokeAbout,
      run: ({ id }) => api.apiKeys.revoke({ id }),
    },
  ];
  return (
    <Stack gap="sm">
      {may && (
        <Button w="max-content" onClick={() => setOpen(true)}>
          {texts.make}
        </Button>
      )}
      <RecordTable
        label={texts.list}
        queryKey={['apiKeys.list']}
        read={(page, signal) => api.apiKeys.list(page, { signal })}
        columns={[
          { header: texts.alias, cell: ({ alias }) => <ForeignText text={alias} /> },
          { header: texts.prefix, cell: ({ prefix }) => <span className="mono">{prefix}…</span> },
          { header: texts.purpose, cell: ({ purpose }) => purpose },
          { header: texts.for, cell: (key) => <ForeignText text={key.agent_id ?? key.gateway_id ?? key.user_id} /> },
          { header: texts.scopes, cell: ({ scopes }) => <ForeignText text={scopes.join(', ')} /> },
          { header: texts.status, cell: ({ status }) => <StateBadge state={status} /> },
          { header: texts.expires, cell: ({ expires_at: at }) => <TimeAgo value={at} /> },
          { header: texts.used, cell: ({ last_used_at: at }) => <TimeAgo value={at} /> },
          { header: texts.id, cell: ({ id }) => <IdText value={id} short /> },
        ]}
        idOf={({ id }) => id}
        nameOf={({ alias }) => alias}
        actions={actions}
        empty={<Empty title={texts.emptyTitle}>{texts.empty}</Empty>}
      />
      <KeyForm isOpen={isOpen} onClose={() => setOpen(false)} onMade={setShown} />
      {rotated !== undefined && (
        <RotateForm apiKey={rotated} onClose={() => setRotated(undefined)} onRotated={setShown} />
      )}
      <SecretOnce secret={shown} texts={toSecretTexts(texts.key, texts.keyAbout)} onClose={() => setShown(undefined)} />
    </Stack>
  );
}
