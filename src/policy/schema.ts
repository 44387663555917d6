/**
 * The Cedar schema, generated from the vocabularies of the chain. A policy is strict-validated against it before it
 * may become active, and every request is validated against it (fail-closed rule 7).
 */
import { sha256Hex } from '@assay/sdk/crypto';
import type { RecordType, SchemaJson } from '@cedar-policy/cedar-wasm/nodejs';
import { type ChainVocabulary, type DeclaredClaim, nameChainClaims } from './chain-claims.ts';
import { type DeclaredSetting, findReadSettings, nameChainSettings, settingsType } from './chain-settings.ts';
import { optionalAttributes } from './claim-shape.ts';
import { actions, entityTypes, namespace } from './entity-model.ts';
import { findOpenItems, type OpenItem } from './named-claims.ts';
import { PolicyError } from './policy-error.ts';

export interface GeneratedSchema {
  readonly json: SchemaJson<string>;
  /** `sha256:` and the hash of the schema's JSON text. */
  readonly hash: string;
  /** Every claim that a policy may read, by its name below `context.claims`. */
  readonly claims: ReadonlyMap<string, DeclaredClaim>;
  /** Every setting that a policy may read, by its id. */
  readonly settings: ReadonlyMap<string, DeclaredSetting>;
  /** Items whose auditors declare no claims, so that policies name them. */
  readonly open: ReadonlyMap<string, OpenItem>;
}

/**
 * Attributes of the context besides `claims` and `settings`. `user_region` may be unknown; `approval` is present once
 * people approved.
 */
const contextAttributes: Readonly<RecordType<string>['attributes']> = {
  phase: { type: 'String' },
  trace_id: { type: 'String' },
  session_id: { type: 'String' },
  model_id: { type: 'String' },
  user_region: { type: 'String', required: false },
  uninspected: { type: 'Set', element: { type: 'String' } },
  features: { type: 'Set', element: { type: 'String' } },
  now: { type: 'Extension', name: 'datetime' },
  approval: {
    type: 'Record',
    required: false,
    attributes: {
      id: { type: 'String' },
      approvers: { type: 'Set', element: { type: 'String' } },
      risk: { type: 'String' },
    },
  },
  auditors: {
    type: 'Record',
    attributes: {
      ok: { type: 'Set', element: { type: 'String' } },
      failed: { type: 'Set', element: { type: 'String' } },
      skipped: { type: 'Set', element: { type: 'String' } },
    },
  },
};

/** Names of the attributes besides `claims` and `settings`. */
export const contextAttributeNames: readonly string[] = Object.keys(contextAttributes);

/** Generates the schema of a chain. @throws PolicyError when the vocabularies are ambiguous */
export function generateSchema(chain: readonly ChainVocabulary[]): GeneratedSchema {
  return schemaOf(nameChainClaims(chain), nameChainSettings(chain), findOpenItems(chain));
}

/** Gives the schema with the detection instances of a policy set besides the chain's own claims. */
export function extendSchema(
  schema: GeneratedSchema,
  instances: readonly DeclaredClaim[],
  instanceSettings: readonly DeclaredSetting[] = [],
): GeneratedSchema {
  if (instances.length === 0) return schema;
  const claims = new Map(schema.claims);
  for (const instance of instances) {
    if (claims.has(instance.contextName)) {
      throw new PolicyError([
        { message: `the detection instance \`${instance.contextName}\` has the name of a claim` },
      ]);
    }
    claims.set(instance.contextName, instance);
  }
  const settings = new Map([...schema.settings, ...instanceSettings.map((one) => [one.id, one] as const)]);
  return schemaOf(claims, settings, schema.open);
}

/** Gives the schema of the pruned request: the same types, with only the parts that a policy set reads. */
export function pruneSchema(
  schema: GeneratedSchema,
  reads: {
    readonly claims: readonly string[];
    readonly attributes: ReadonlySet<string>;
    readonly settings: readonly DeclaredSetting[];
  },
): SchemaJson<string> {
  const claims = new Map<string, DeclaredClaim>();
  for (const name of reads.claims) {
    const claim = schema.claims.get(name);
    if (claim !== undefined) claims.set(name, claim);
  }
  return schemaJson(claims, reads.settings, reads.attributes);
}

function schemaOf(
  claims: ReadonlyMap<string, DeclaredClaim>,
  settings: ReadonlyMap<string, DeclaredSetting>,
  open: GeneratedSchema['open'],
): GeneratedSchema {
  const json = schemaJson(claims, findReadSettings(settings, 'all'));
  return { json, hash: `sha256:${sha256Hex(JSON.stringify(json))}`, claims, settings, open };
}

function schemaJson(
  claims: ReadonlyMap<string, DeclaredClaim>,
  settings: readonly DeclaredSetting[],
  only?: ReadonlySet<string>,
): SchemaJson<string> {
  const sorted = [...claims].sort(([left], [right]) => (left < right ? -1 : 1));
  const members = new Map(sorted.map(([name, claim]) => [name, claim.shape]));
  const attributes = Object.fromEntries(Object.entries(contextAttributes).filter(([name]) => only?.has(name) ?? true));
  // Keeps the question unchanged for a request without settings.
  const ofSettings = only !== undefined && settings.length === 0 ? {} : { settings: settingsType(settings) };
  return {
    [namespace]: {
      commonTypes: {
        Context: {
          type: 'Record',
          attributes: {
            claims: { type: 'Record', attributes: optionalAttributes(members) },
            ...ofSettings,
            ...attributes,
          },
        },
      },
      entityTypes: entityTypes(),
      actions: actions('Context'),
    },
  };
}
