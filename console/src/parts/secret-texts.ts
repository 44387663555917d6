/** The words around a secret that is shown once. */
import { recordTexts } from '../texts/records.ts';
import type { SecretTexts } from './secret-once.tsx';

/** `title` names the secret; `once` says what it is for. */
export function toSecretTexts(title: string, once: string): SecretTexts {
  return { ...recordTexts.secret, title, label: title, once };
}
