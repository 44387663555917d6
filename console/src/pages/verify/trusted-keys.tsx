/** Offers the keys of the verifier that served this page. Nobody is trusted unasked. */
import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Problem } from '../../parts/problem.tsx';
import { verifyTexts } from '../../texts/verify.ts';

const texts = verifyTexts.keys;

/** A JWKS. */
export type OwnKeys = Awaited<ReturnType<typeof api.keys.list>>;

interface TrustedKeysProps {
  readonly own: OwnKeys | undefined;
  readonly onOwn: (keys: OwnKeys | undefined) => void;
}

export function TrustedKeys({ own, onOwn }: TrustedKeysProps) {
  const read = useMutation({ mutationFn: () => api.keys.list(), networkMode: 'always', onSuccess: onOwn });
  return (
    <Stack gap="xs" align="flex-start">
      <Text size="sm">{own === undefined ? texts.none : texts.ownRead}</Text>
      <Text size="xs" c="dimmed">
        {texts.ownHelp}
      </Text>
      {own === undefined ? (
        <Button size="xs" variant="default" onClick={() => read.mutate()} loading={read.isPending}>
          {texts.own}
        </Button>
      ) : (
        <Button size="xs" variant="default" onClick={() => onOwn(undefined)}>
          {texts.forget}
        </Button>
      )}
      {read.error !== null && <Problem error={read.error} />}
    </Stack>
  );
}
