/** Checks a bundle before it is applied: its signature, and that it is unambiguous. Pure. */
import { Compile } from 'typebox/compile';
import {
  type ConfigBundle,
  ConfigBundleSchema,
  configBundleSchemaVersion,
  configBundleType,
} from '../../contract/control/config-bundle.ts';
import { maxBundleBytes } from '../../contract/control/gateway-report.ts';
import {
  describeFault,
  findTwice,
  openSigned,
  type SignedKind,
  type SignedRefusal,
  type Trust,
} from './open-signed.ts';

/** A valid bundle. */
export interface SoundBundle {
  readonly bundle: ConfigBundle;
  readonly jws: string;
  /** `<lineage>.<revision>`. */
  readonly version: string;
  /** `sha256:` and the hash of its payload: signatures over one revision may differ, their payload may not. */
  readonly hash: string;
  readonly kid: string;
}

export type BundleReading = { readonly ok: true; readonly sound: SoundBundle } | SignedRefusal;

const checkShape = Compile(ConfigBundleSchema);

const bundleKind: SignedKind<ConfigBundle> = {
  type: configBundleType,
  schemaVersion: configBundleSchemaVersion,
  maxChars: maxBundleBytes,
  isShape: (value) => checkShape.Check(value),
  faultOf: (value) => describeFault(checkShape, value),
  findAmbiguity,
};

/** Reads a foreign text as a bundle. Never throws. */
export function readBundle(jws: string, trust: Trust): BundleReading {
  const opened = openSigned(jws, bundleKind, trust);
  if (!opened.ok) return opened;
  const { document: bundle, hash, kid } = opened;
  return { ok: true, sound: { bundle, jws, version: `${bundle.lineage}.${bundle.revision}`, hash, kid } };
}

/** Why a gateway would refuse a bundle, whoever signed it; undefined if it accepts it. */
export function findBundleFault(bundle: unknown): string | undefined {
  return bundleKind.isShape(bundle) ? findAmbiguity(bundle) : bundleKind.faultOf(bundle);
}

/** Two entries for one thing are ambiguous; a foreign scope belongs to somebody else. */
function findAmbiguity(bundle: ConfigBundle): string | undefined {
  const { workspaces, agents, auditors, settings, policies, org_id: orgId, api_keys: apiKeys = [] } = bundle;
  const { joined_auditors: joined = [] } = bundle;
  const scopes = [...settings, ...policies, ...joined].map(({ scope }) => scope);
  const foreign = scopes.find(({ level, id }) => level === 'org' && id !== orgId);
  if (foreign !== undefined) return `it contains data of organisation ${foreign.id}`;
  return (
    findTwice('workspace', workspaces, ({ id }) => id) ??
    findTwice('agent', agents, ({ id }) => id) ??
    findTwice('API key', apiKeys, ({ sha256 }) => sha256) ??
    findTwice('key of access tokens', bundle.access_tokens?.keys ?? [], ({ kid }) => kid) ??
    findTwice('auditor', auditors, ({ id }) => id) ??
    findTwice('joined auditor', joined, ({ scope, auditor_id: id }) => `${id} of ${scope.level} ${scope.id}`) ??
    // Scope ids and policy names hold no space, so two different places never have the same name.
    findTwice('setting', settings, ({ scope, auditor_id: id }) => `${id} of ${scope.level} ${scope.id}`) ??
    // A name is unique in its scope only: presets give the same names to every workspace.
    findTwice('policy', policies, ({ scope, id, mode }) => `${mode} ${id} of ${scope.level} ${scope.id}`)
  );
}
