/** Caches credentials of a gateway: bounded, for a minute at most, and never across two bundles. */
import type { InjectedCredential } from './injected-credential.ts';

export interface CredentialCache {
  find(key: string): InjectedCredential | undefined;
  /** `bundle` is the version at the time of the request: a credential of an older version is not kept. */
  keep(key: string, held: InjectedCredential, until: number, bundle: string): void;
  forget(key: string): void;
}

export interface CredentialCacheDeps {
  readonly now: () => number;
  /** Version of the bundle in use; a revocation or rotation comes with the next one. */
  readonly bundleVersion: () => string;
  readonly most: number;
}

export function createCredentialCache({ now, bundleVersion, most }: CredentialCacheDeps): CredentialCache {
  const entries = new Map<string, { readonly held: InjectedCredential; readonly until: number }>();
  let version = bundleVersion();

  const dropOld = (): void => {
    const current = bundleVersion();
    if (current === version) return;
    version = current;
    entries.clear();
  };

  return {
    find(key) {
      dropOld();
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      if (entry.until > now()) return entry.held;
      entries.delete(key);
      return undefined;
    },
    keep(key, held, until, bundle) {
      dropOld();
      if (bundle !== version || until <= now()) return;
      // A late answer to an earlier request must not replace a newer credential.
      const known = entries.get(key)?.held;
      if (known?.credentialId === held.credentialId && (known?.version ?? 0) > held.version) return;
      entries.delete(key);
      for (const oldest of entries.keys()) {
        if (entries.size < most) break;
        entries.delete(oldest);
      }
      entries.set(key, { held, until });
    },
    forget(key) {
      entries.delete(key);
    },
  };
}
