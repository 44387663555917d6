/** Offers the keys of the verifier that served this page. Nobody is trusted unasked. */
import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Problem } from '../../parts/problem.tsx';
import { verifyTexts } from '../../texts/verify.ts';
import { keyIds } from './signers.ts';

const texts = verifyTexts.keys;

/** A JWKS. */
export type OwnKeys = Awaited<ReturnType<typeof api.keys.list>>;

interface TrustedKeysProps {
  readonly own: OwnKeys | undefined;
  /** All keys of the last check, as one JWKS. */
  readonly used: unknown;
  readonly onOwn: (keys: OwnKeys | undefined) => void;
}

export function TrustedKeys({ own, used, onOwn }: TrustedKeysProps) {
  const read = useMutation({ mutationFn: () => api.keys.list(), networkMode: 'always', onSuccess: onOwn });
  const ids = keyIds(used);
  return (
    <Stack gap="xs" align="flex-start">
      {own === undefined && ids.length === 0 && <Text size="sm">{texts.none}</Text>}
      {own !== undefined && <Text size="sm">{texts.ownRead}</Text>}
      {ids.length > 0 && <Text size="sm">{texts.used}</Text>}
      {ids.map((id) => (
        <Text key={id} size="xs" className="mono">
          <ForeignText text={id} maxLength={120} />
        </Text>
      ))}
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
