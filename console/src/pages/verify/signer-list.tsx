/** The keys that signed a file, and whether each is one of those that the person trusts. */
import { Badge, Group, Stack, Text } from '@mantine/core';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { verifyTexts } from '../../texts/verify.ts';
import { keyIds, type Signer } from './signers.ts';

const texts = verifyTexts.signers;

interface SignerListProps {
  readonly signers: readonly Signer[];
  /** A JWKS. */
  readonly keys: unknown;
}

export function SignerList({ signers, keys }: SignerListProps) {
  if (signers.length === 0) return <Text size="sm">{texts.none}</Text>;
  return (
    <Stack gap={6}>
      {signers.map(({ artefact, key, issuer, count }) => (
        <div key={`${artefact} ${key}`}>
          <Group gap="xs">
            <Text size="sm" fw={600}>
              <ForeignText text={artefact} maxLength={60} />
              {count > 1 && ` × ${count}`}
            </Text>
            <Trust artefact={artefact} isKnown={keyIds(keys).includes(key)} />
          </Group>
          <Text size="xs" className="mono">
            {texts.key} <ForeignText text={key} maxLength={120} />
          </Text>
          {issuer !== undefined && (
            <Text size="xs" c="dimmed">
              {texts.issuer} <ForeignText text={issuer} maxLength={120} />
            </Text>
          )}
        </div>
      ))}
    </Stack>
  );
}

/** Evidence is signed by a gateway, whose key no key set names. */
function Trust({ artefact, isKnown }: { readonly artefact: string; readonly isKnown: boolean }) {
  if (isKnown) return <Badge color="green">{texts.trusted}</Badge>;
  return artefact === 'Evidence' ? (
    <Badge color="gray">{texts.attested}</Badge>
  ) : (
    <Badge color="yellow">{texts.strange}</Badge>
  );
}
