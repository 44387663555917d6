/** The languages that an editor knows. */
import { json } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import type { Extension } from '@codemirror/state';

export type CodeLanguage = 'json' | 'yaml' | 'text';

export function languageOf(name: CodeLanguage): Extension {
  if (name === 'json') return json();
  return name === 'yaml' ? yaml() : [];
}
