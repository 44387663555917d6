/** The status of a passport, or its state once it counts no more, by colour and by word. */
import { Badge } from '@mantine/core';
import { passportTexts } from '../texts/passport.ts';
import { ForeignText } from './foreign-text.tsx';

type Word = keyof typeof passportTexts.words;

const colours: Readonly<Record<Word, string>> = {
  affirming: 'green',
  warning: 'yellow',
  contraindicated: 'red',
  none: 'gray',
  valid: 'green',
  expired: 'gray',
  revoked: 'red',
};

interface PassportBadgeProps {
  readonly status: string;
  /** Shown instead of the status if the passport is expired or revoked. */
  readonly state?: string;
}

export function PassportBadge({ status, state = 'valid' }: PassportBadgeProps) {
  const word = state === 'valid' ? status : state;
  if (!isKnown(word)) {
    return (
      <Badge color="gray">
        <ForeignText text={word} />
      </Badge>
    );
  }
  return <Badge color={colours[word]}>{passportTexts.words[word]}</Badge>;
}

function isKnown(word: string): word is Word {
  return Object.hasOwn(passportTexts.words, word);
}
