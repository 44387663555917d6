/** Caches the states of the profiles that were used last; agents are told when theirs is dropped. */
import type { ChainMember } from '../collect/chain.ts';
import type { BuiltProfile } from './profile.ts';

/** A built profile and its users. */
export interface KeptProfile extends BuiltProfile {
  /** Order of its last use. */
  usedAt: number;
  /** Called when it is dropped, so that agents release it. */
  readonly onDrop: Set<() => void>;
}

export interface ProfileCache {
  get(key: string): KeptProfile | undefined;
  add(key: string, built: BuiltProfile): KeptProfile;
  touch(profile: KeptProfile): void;
  chains(): (readonly ChainMember[])[];
  /** Drops profiles that were built with other parts of the gateway's own. */
  keepOnly(localSerial: number): void;
  size(): number;
}

/** Makes a cache of this many profiles; the least recently used one is dropped. */
export function createProfileCache(maxProfiles: number): ProfileCache {
  const kept = new Map<string, KeptProfile>();
  let tick = 0;

  const drop = (key: string): void => {
    const profile = kept.get(key);
    kept.delete(key);
    for (const forget of profile?.onDrop ?? []) forget();
  };

  return {
    get: (key) => kept.get(key),
    add(key, built) {
      if (kept.size >= maxProfiles) {
        const [oldest] = [...kept].sort(([, left], [, right]) => left.usedAt - right.usedAt);
        if (oldest !== undefined) drop(oldest[0]);
      }
      const profile: KeptProfile = { usedAt: ++tick, onDrop: new Set(), ...built };
      kept.set(key, profile);
      return profile;
    },
    touch(profile) {
      profile.usedAt = ++tick;
    },
    chains: () => [...kept.values()].map(({ chain }) => chain),
    keepOnly(localSerial) {
      for (const [key, profile] of kept) if (profile.localSerial !== localSerial) drop(key);
    },
    size: () => kept.size,
  };
}
