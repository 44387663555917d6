/** Desktop notifications of new requests. The browser is asked by a button only, never when the page opens. */
import { Button, Text } from '@mantine/core';
import { BellIcon } from '@radix-ui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { toShown } from '../../../../src/contract/shown-text.ts';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { approvalsTexts } from '../../texts/approvals.ts';
import { newSince } from './approval-state.ts';

const texts = approvalsTexts.notices;
const mostWatched = 100;
const pollMs = 5_000;
const longestTitle = 120;

export function DesktopNotices() {
  const isAvailable = 'Notification' in globalThis;
  const [permission, setPermission] = useState(isAvailable ? Notification.permission : 'denied');
  useNotices(permission === 'granted');
  if (!isAvailable) return null;
  if (permission === 'default') {
    return (
      <Button
        variant="default"
        leftSection={<BellIcon />}
        onClick={() => void Notification.requestPermission().then(setPermission)}
      >
        {texts.allow}
      </Button>
    );
  }
  return (
    <Text size="xs" c="dimmed" maw={280}>
      {permission === 'granted' ? texts.on : texts.blocked}
    </Text>
  );
}

function useNotices(isOn: boolean): void {
  const navigate = useNavigate();
  const may = useMay('approvals.list');
  const seen = useRef<ReadonlySet<string>>(undefined);
  const { data } = useQuery({
    queryKey: ['approvals.list', 'notices'],
    queryFn: ({ signal }) => api.approvals.list({ status: 'pending', limit: mostWatched }, { signal }),
    enabled: isOn && may,
    refetchInterval: pollMs,
    refetchIntervalInBackground: true,
  });
  useEffect(() => {
    if (data === undefined) return;
    const fresh = newSince(
      seen.current,
      data.items.map(({ id }) => id),
    );
    seen.current = new Set([...(seen.current ?? []), ...data.items.map(({ id }) => id)]);
    for (const { id, display } of data.items.filter((item) => fresh.includes(item.id))) {
      const notice = new Notification(texts.title, { body: toShown(display.title, longestTitle), tag: id });
      notice.onclick = () => {
        window.focus();
        void navigate({ to: '/approvals/$id', params: { id } });
      };
    }
  }, [data, navigate]);
}
