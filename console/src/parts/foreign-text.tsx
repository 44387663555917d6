/** Text of agents, models and strangers. It is shown as text only; characters that hide or reorder others become visible. */
import { toShown, toShownBlock } from '../../../src/contract/shown-text.ts';

interface ForeignTextProps {
  readonly text: string;
  /** Characters; a longer text is cut with `…`. */
  readonly maxLength?: number;
}

const defaultLength = 200;

/** One line. */
export function ForeignText({ text, maxLength = defaultLength }: ForeignTextProps) {
  return <bdi>{toShown(text, maxLength)}</bdi>;
}

const longest = 20_000;

/** Many lines, with their line ends. */
export function ForeignBlock({ text, maxLength = longest }: ForeignTextProps) {
  return <div className="foreign">{toShownBlock(text, maxLength)}</div>;
}
