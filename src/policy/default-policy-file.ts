/** Keeps the default policy file in step with its settings at start, and never touches one that a person edited. */
import type { ChainVocabulary } from './chain-claims.ts';
import {
  type ChangedSetting,
  type DefaultPolicySettings,
  findChangedSettings,
  isUntouched,
  renderDefaultPolicy,
} from './default-policy.ts';

/** The one file, as the caller reaches it. `write` replaces it as a whole. */
export interface PolicyFile {
  /** The text; `undefined` when there is no file. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

export type DefaultPolicyResult =
  /** The file was missing or generated with other settings. */
  | { readonly action: 'written'; readonly text: string }
  | { readonly action: 'kept'; readonly text: string }
  /** The file was edited, and these variables no longer say what it does. To be reported. */
  | { readonly action: 'kept_changed_settings'; readonly text: string; readonly changed: readonly ChangedSetting[] };

/** Writes the default policy unless the file was edited, and returns the text that holds. */
export async function syncDefaultPolicy(input: {
  readonly file: PolicyFile;
  readonly settings: DefaultPolicySettings;
  readonly chain: readonly ChainVocabulary[];
}): Promise<DefaultPolicyResult> {
  const { file, settings, chain } = input;
  const present = await file.read();
  if (present !== undefined && !isUntouched(present)) {
    const changed = findChangedSettings(present, settings);
    return changed.length === 0
      ? { action: 'kept', text: present }
      : { action: 'kept_changed_settings', text: present, changed };
  }
  const text = renderDefaultPolicy(settings, chain);
  if (text === present) return { action: 'kept', text };
  await file.write(text);
  return { action: 'written', text };
}
