/** Checks a standing before it is applied: its signature, and that it is unambiguous. Pure. */
import { Compile } from 'typebox/compile';
import { maxStandingBytes } from '../../contract/control/gateway-report.ts';
import { type Standing, StandingSchema, standingSchemaVersion, standingType } from '../../contract/control/standing.ts';
import {
  describeFault,
  findTwice,
  openSigned,
  type SignedKind,
  type SignedRefusal,
  type Trust,
} from './open-signed.ts';

/** A valid standing. */
export interface SoundStanding {
  readonly standing: Standing;
  readonly jws: string;
  /** `<lineage>.<revision>`. */
  readonly version: string;
  readonly hash: string;
}

export type StandingReading = { readonly ok: true; readonly sound: SoundStanding } | SignedRefusal;

const checkShape = Compile(StandingSchema);

const standingKind: SignedKind<Standing> = {
  type: standingType,
  schemaVersion: standingSchemaVersion,
  maxChars: maxStandingBytes,
  isShape: (value) => checkShape.Check(value),
  faultOf: (value) => describeFault(checkShape, value),
  findAmbiguity,
};

/** Reads a foreign text as a standing. Never throws. */
export function readStanding(jws: string, trust: Trust): StandingReading {
  const opened = openSigned(jws, standingKind, trust);
  if (!opened.ok) return opened;
  const { document: standing, hash } = opened;
  return { ok: true, sound: { standing, jws, version: `${standing.lineage}.${standing.revision}`, hash } };
}

function findAmbiguity({ agents, api_keys: apiKeys = [], access_tokens: tokens }: Standing): string | undefined {
  return (
    findTwice('agent', agents, ({ id }) => id) ??
    findTwice('API key', apiKeys, ({ sha256 }) => sha256) ??
    findTwice('key of access tokens', tokens?.keys ?? [], ({ kid }) => kid)
  );
}
