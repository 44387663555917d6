/** The languages that an editor knows. */
import { json } from '@codemirror/lang-json';
import { yaml } from '@codemirror/lang-yaml';
import type { Extension } from '@codemirror/state';
import { cedarLanguage } from './cedar-mode.ts';

export type CodeLanguage = 'cedar' | 'json' | 'yaml' | 'text';

export function languageOf(name: CodeLanguage): Extension {
  if (name === 'cedar') return cedarLanguage;
  if (name === 'json') return json();
  return name === 'yaml' ? yaml() : [];
}
