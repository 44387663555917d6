/** The used part of `@cedar-policy/cedar-wasm/nodejs`. It is passed in, because the SDK itself does not depend on it. */

interface EngineError {
  readonly message: string;
}

type Failure = { readonly type: 'failure'; readonly errors: readonly EngineError[] };

interface Policies {
  staticPolicies: Record<string, string>;
}

/** An engine question; the names of its members are Cedar's. */
export interface EngineCall {
  principal: EntityRef;
  action: EntityRef;
  resource: EntityRef;
  context: Record<string, PlainValue>;
  entities: PlainEntity[];
  preparsedPolicySetId: string;
  preparsedSchemaName?: string;
  validateRequest?: boolean;
}

export interface EntityRef {
  type: string;
  id: string;
}

/** Values of Cedar: no null and no fraction. */
export type PlainValue = boolean | number | string | PlainValue[] | { [name: string]: PlainValue };

export interface PlainEntity {
  uid: EntityRef;
  attrs: Record<string, PlainValue>;
  parents: EntityRef[];
}

export type EngineAnswer =
  | Failure
  | {
      readonly type: 'success';
      readonly response: {
        readonly decision: string;
        readonly diagnostics: {
          readonly reason: readonly string[];
          readonly errors: readonly { readonly policyId: string; readonly error: EngineError }[];
        };
      };
    };

/** `import * as cedar from '@cedar-policy/cedar-wasm/nodejs'`. */
export interface CedarEngine {
  policySetTextToParts(
    text: string,
  ):
    | Failure
    | { readonly type: 'success'; readonly policies: readonly string[]; readonly policy_templates: readonly string[] };
  policyToJson(policy: string):
    | Failure
    | {
        readonly type: 'success';
        readonly json: { readonly effect: string; readonly annotations?: Readonly<Record<string, string | null>> };
      };
  validate(call: { schema: string; policies: Policies }):
    | Failure
    | {
        readonly type: 'success';
        readonly validationErrors: readonly { readonly policyId: string; readonly error: EngineError }[];
      };
  preparsePolicySet(id: string, policies: Policies): Failure | { readonly type: 'success' };
  preparseSchema(name: string, schema: string): Failure | { readonly type: 'success' };
  statefulIsAuthorized(call: EngineCall): EngineAnswer;
}
