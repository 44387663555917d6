/** Where a value comes from: the default, the organisation, the workspace, the agent; and which of them decides. */
import { Badge, Group, Text } from '@mantine/core';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { auditorsTexts } from '../../texts/auditors.ts';
import type { CascadeStep } from './cascade.ts';
import { levelLabel, valueWord } from './labels.ts';

const texts = auditorsTexts.settings;

interface CascadeViewProps {
  readonly label: string;
  readonly steps: readonly CascadeStep[];
  /** What the verifier gives the agent; undefined where no agent is chosen. */
  readonly inForce: { readonly value: unknown; readonly source: string } | undefined;
}

export function CascadeView({ label, steps, inForce }: CascadeViewProps) {
  return (
    <ol className="cascade" aria-label={texts.cascade(label)}>
      {steps.map(({ scope, value, isSet, enforced, decides }) => (
        <li key={scope?.level ?? 'default'} data-decides={decides}>
          <Text span size="xs" c="dimmed">
            {scope === undefined ? (
              texts.default
            ) : (
              <>
                {levelLabel(scope.level)} <ForeignText text={scope.id} maxLength={40} />
              </>
            )}
          </Text>{' '}
          <Text span size="xs" fw={decides ? 600 : 400} c={isSet ? undefined : 'dimmed'}>
            {isSet ? <ForeignText text={valueWord(value)} maxLength={90} /> : texts.notSet}
          </Text>{' '}
          <Group gap={4}>
            {decides && (
              <Badge size="xs" color="teal">
                {texts.decides}
              </Badge>
            )}
            {enforced && (
              <Badge size="xs" color="orange">
                {texts.enforced}
              </Badge>
            )}
          </Group>
        </li>
      ))}
      {inForce !== undefined && (
        <li>
          <Text span size="xs" c="dimmed">
            {texts.inForce}
          </Text>{' '}
          <Text span size="xs" fw={600}>
            <ForeignText text={valueWord(inForce.value)} maxLength={90} />
          </Text>
          {inForce.source === 'preset' && <Badge size="xs">{texts.preset}</Badge>}
        </li>
      )}
    </ol>
  );
}
