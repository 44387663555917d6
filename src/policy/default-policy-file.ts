/** Keeps the default policy file in step with its settings at start. An edited file is never changed. */
import type { ChainVocabulary } from './chain-claims.ts';
import {
  type ChangedSetting,
  type DefaultPolicySettings,
  findChangedSettings,
  isUntouched,
  renderDefaultPolicy,
} from './default-policy.ts';

/** Access to the file. `write` replaces it as a whole. */
export interface PolicyFile {
  /** The text; `undefined` if there is no file. */
  read(): Promise<string | undefined>;
  write(text: string): Promise<void>;
}

export type DefaultPolicyResult =
  /** The file was missing or generated with other settings. */
  | { readonly action: 'written'; readonly text: string }
  | { readonly action: 'kept'; readonly text: string }
  /** The file was edited, and these variables no longer match it. The caller reports this. */
  | { readonly action: 'kept_changed_settings'; readonly text: string; readonly changed: readonly ChangedSetting[] };

/** Writes the default policy unless the file was edited, and returns the text in force. */
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
