/** Says whether the page works without a network. */
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { verifyTexts } from '../../texts/verify.ts';
import { keepOffline } from './keep-offline.ts';

const texts = verifyTexts.offline;
const words = { kept: texts.ready, failed: texts.notKept, unsafe: texts.unsafe } as const;

export function OfflineNote() {
  const { data, isError } = useQuery({
    queryKey: ['keep offline'],
    queryFn: keepOffline,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    networkMode: 'always',
  });
  const text = isError ? texts.notKept : data === undefined ? undefined : words[data];
  return (
    <Text size="xs" c="dimmed" mt="md" role="status">
      {text}
    </Text>
  );
}
