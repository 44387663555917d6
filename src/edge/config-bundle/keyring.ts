/**
 * Whose signatures count at a gateway: keys that its operator pinned, else those that the newest document announced. Bundle
 * and standing share it, so that a key that one of them gives up signs neither.
 */
import type { SignedDocument } from '../../configuration/bundle/open-signed.ts';
import type { BundleKey } from '../../contract/control/config-bundle.ts';

export interface Keyring {
  readonly isPinned: boolean;
  keys(): readonly BundleKey[];
  /** Goes by the keys of a document that was taken, unless a newer one said others. */
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
