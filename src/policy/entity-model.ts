/** The entity types, parents and actions of the namespace `Assay`, and the request's entities. */
import { isWellFormedText } from '@assay/sdk/contract';
import type { ActionType, EntityJson, EntityType, TypeAndId, TypeOfAttribute } from '@cedar-policy/cedar-wasm/nodejs';

export const namespace = 'Assay';

export type PrincipalType = 'User' | 'Agent' | 'APIKey';
export type ResourceType = 'Agent' | 'Model' | 'Tool' | 'Service';
export type EntityTypeName = PrincipalType | ResourceType | 'Group' | 'Workspace' | 'Organization';
export type PolicyAction = 'invoke' | 'call_tool' | 'access_data' | 'deploy_artifact';

export interface EntityRef<T extends EntityTypeName = EntityTypeName> {
  readonly type: T;
  readonly id: string;
}

/** An entity with the attributes that policies can read. */
export interface PolicyEntity extends EntityRef {
  readonly attributes?: Readonly<Record<string, string | boolean | readonly string[]>>;
  readonly parents?: readonly EntityRef[];
}

/** Prepared entities that serve many decisions. */
export interface EntitySet {
  readonly json: readonly EntityJson[];
  /** Text that is equal only for equal entities; part of the cache key of an answer. */
  readonly key: string;
}

const text: TypeOfAttribute<string> = { type: 'String', required: false };
const flag: TypeOfAttribute<string> = { type: 'Boolean', required: false };
const texts: TypeOfAttribute<string> = { type: 'Set', element: { type: 'String' }, required: false };
const tenants: EntityTypeName[] = ['Workspace', 'Organization'];

interface EntityModel {
  readonly parents: EntityTypeName[];
  readonly attributes: Record<string, TypeOfAttribute<string>>;
}

/** Attributes are optional, so a policy must guard each read, and a missing one cannot become an error. */
const model: Readonly<Record<EntityTypeName, EntityModel>> = {
  User: { parents: ['Group', 'Organization'], attributes: { id: text, email: text, groups: texts, org: text } },
  Agent: {
    parents: tenants,
    attributes: {
      id: text,
      name: text,
      workspace: text,
      org: text,
      spiffe_id: text,
      model_id: text,
      deployment_type: text,
      // The person that it acts for now, by a delegated token.
      on_behalf_of: text,
      pii_authorized: flag,
      has_pii_access: flag,
      allowed_regions: texts,
    },
  },
  APIKey: { parents: tenants, attributes: { id: text, purpose: text, workspace: text } },
  Model: { parents: tenants, attributes: { id: text, name: text, provider: text } },
  Tool: { parents: tenants, attributes: { id: text, name: text, server: text } },
  Service: { parents: tenants, attributes: { id: text, name: text } },
  Group: { parents: ['Organization'], attributes: { id: text } },
  Workspace: { parents: ['Organization'], attributes: { id: text } },
  Organization: { parents: [], attributes: { id: text } },
};

const resources: Readonly<Record<PolicyAction, ResourceType[]>> = {
  invoke: ['Agent'],
  call_tool: ['Tool'],
  access_data: ['Service', 'Agent'],
  deploy_artifact: ['Model'],
};

/** Gives the entity types of the schema. */
export function entityTypes(): Record<string, EntityType<string>> {
  return Object.fromEntries(
    Object.entries(model).map(([name, { parents, attributes }]) => [
      name,
      { memberOfTypes: parents, shape: { type: 'Record', attributes } },
    ]),
  );
}

/** Gives the actions of the schema. All share one context type, so that unscoped policies validate. */
export function actions(contextType: string): Record<string, ActionType<string>> {
  return Object.fromEntries(
    Object.entries(resources).map(([name, resourceTypes]) => [
      name,
      { appliesTo: { principalTypes: ['User', 'Agent', 'APIKey'], resourceTypes, context: { type: contextType } } },
    ]),
  );
}

/** Gives a reference as the engine takes it. */
export function toEntityUid(reference: { readonly type: string; readonly id: string }): TypeAndId {
  return { type: `${namespace}::${reference.type}`, id: reference.id };
}

/** Prepares entities for decisions. Build one set for an agent and keep it while the agent is unchanged. @throws TypeError */
export function createEntitySet(entities: readonly PolicyEntity[]): EntitySet {
  const json = entities.map((entity) => ({
    uid: toEntityUid(entity),
    attrs: Object.fromEntries(Object.entries(entity.attributes ?? {}).map(([name, value]) => [name, toJson(value)])),
    parents: (entity.parents ?? []).map(toEntityUid),
  }));
  const key = JSON.stringify(json, (_, value: unknown) => assertWellFormed(value));
  return { json, key };
}

function toJson(value: string | boolean | readonly string[]): string | boolean | string[] {
  return typeof value === 'string' || typeof value === 'boolean' ? value : [...value];
}

/** The engine throws on a lone surrogate, which costs its instance. */
function assertWellFormed(value: unknown): unknown {
  if (typeof value === 'string' && !isWellFormedText(value)) {
    throw new TypeError('an entity holds a string that is not well-formed');
  }
  return value;
}
