/** What was decided about an exchange, by colour and by word. */
import { Badge } from '@mantine/core';
import { commonTexts as texts } from '../texts/common.ts';

export type DecisionKind = keyof typeof texts.decisions;

const colours: Readonly<Record<DecisionKind, string>> = {
  allow: 'green',
  deny: 'red',
  redact: 'yellow',
  escalate: 'grape',
  warn: 'orange',
  observe: 'blue',
};

export function DecisionBadge({ kind }: { readonly kind: DecisionKind }) {
  return (
    <Badge color={colours[kind]} size="sm">
      {texts.decisions[kind]}
    </Badge>
  );
}
