/** The form of the attacks and ordinary requests of one language. */
import { type Lists, toLines } from './grammar.ts';
import { lists as shared } from './lists.ts';

export interface LanguageCorpus {
  /** BCP 47. */
  readonly language: string;
  /** Lines by family: override, leak, role. */
  readonly attacks: Readonly<Record<string, readonly string[]>>;
  readonly benign: readonly string[];
  readonly lists: Lists;
}

interface LanguageText {
  readonly override: string;
  readonly leak: string;
  readonly role: string;
  /** Goals of attacks; some are harmless by themselves. */
  readonly goal: string;
  /** Harmless requests in both attacks and ordinary texts. */
  readonly ask: string;
  readonly topic: string;
  readonly benign: string;
}

/** Splits the text blocks of a language into lines. */
export function toLanguage(language: string, text: LanguageText): LanguageCorpus {
  return {
    language,
    attacks: { override: toLines(text.override), leak: toLines(text.leak), role: toLines(text.role) },
    benign: toLines(text.benign),
    lists: { ...shared, goal: toLines(text.goal), ask: toLines(text.ask), topic: toLines(text.topic) },
  };
}
