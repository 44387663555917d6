/**
 * The trusted signing keys: those that the operator pinned, else those that the newest document announced. Bundle and
 * standing share them, so a key that one of them withdraws signs neither.
 */
import type { SignedDocument } from '../../configuration/bundle/open-signed.ts';
import type { BundleKey } from '../../contract/control/config-bundle.ts';

export interface Keyring {
  readonly isPinned: boolean;
  keys(): readonly BundleKey[];
  /** Takes the keys of a document, unless a newer one announced others. */
  adopt(document: Pick<SignedDocument, 'lineage' | 'revision' | 'keys'>): void;
}

export function createKeyring(pinnedKeys: readonly BundleKey[] | undefined): Keyring {
  let keys = pinnedKeys ?? [];
  let from: Pick<SignedDocument, 'lineage' | 'revision'> | undefined;
  return {
    isPinned: pinnedKeys !== undefined,
    keys: () => keys,
    adopt(document) {
      if (pinnedKeys !== undefined) return;
      if (from?.lineage === document.lineage && document.revision < from.revision) return;
      from = document;
      keys = document.keys;
    },
  };
}
