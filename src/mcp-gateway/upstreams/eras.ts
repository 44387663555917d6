/** Remembers for a while which protocol era a server speaks, so that later requests need not find out. */
import type { Clock } from '../../platform/clock.ts';
import type { Era } from './modern.ts';

export interface Eras {
  find(server: string): Era | undefined;
  remember(server: string, era: Era): void;
  forget(server: string): void;
}

const cachedMs = 10 * 60_000;
const most = 10_000;

export function createEras(clock: Clock): Eras {
  const known = new Map<string, { readonly era: Era; readonly until: number }>();
  return {
    find(server) {
      const found = known.get(server);
      return found !== undefined && found.until > clock.now() ? found.era : undefined;
    },
    remember(server, era) {
      known.delete(server);
      for (const oldest of known.keys()) {
        if (known.size < most) break;
        known.delete(oldest);
      }
      known.set(server, { era, until: clock.now() + cachedMs });
    },
    forget: (server) => void known.delete(server),
  };
}

/** Reads the era from the answer to `server/discover`, by the 2026-07-28 rules for clients of both eras. */
export function eraOf(answer: { readonly result?: unknown; readonly code?: number; readonly data?: unknown }): Era {
  const versions = Reflect.get(Object(answer.result), 'supportedVersions');
  if (Array.isArray(versions)) return versions.includes('2026-07-28') ? 'modern' : 'legacy';
  const supported = Reflect.get(Object(answer.data), 'supported');
  const isNamed = answer.code === -32022 && Array.isArray(supported) && supported.includes('2026-07-28');
  return isNamed ? 'modern' : 'legacy';
}
