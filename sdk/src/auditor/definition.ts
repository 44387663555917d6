/** The single definition of an auditor. HTTP contract, vocabulary, settings form, labels and documentation derive from it. */
import type { CatalogCategory, CatalogPhase } from '../contract/catalog.ts';
import type { ClaimType } from '../contract/claim-types.ts';
import type { ExternalDocument, Phase } from '../contract/request.ts';
import { assertDefinition } from './check-definition.ts';
import type { InferSettings, NoSettings, SettingMap } from './setting.ts';

/** A claim that a method may produce, as in the vocabulary. */
export interface ProducedClaim {
  readonly type: ClaimType;
  readonly description: string;
  /** JSON Schema members that narrow the value further, e.g. `{ enum: ['none', 'direct'] }`; enforced. */
  readonly valueSchema?: Readonly<Record<string, unknown>>;
  /** When a successful answer leaves the claim out; `x-absent` in the vocabulary. */
  readonly absent?: string;
}

/** A claim as a method returns it. The SDK fills in type (if absent), timestamp and provenance. */
export interface ClaimDraft {
  readonly name: string;
  readonly value: unknown;
  readonly type?: ClaimType;
  readonly confidence?: number;
  readonly detail?: Readonly<Record<string, unknown>>;
  readonly metadata?: Readonly<Record<string, unknown>>;
  readonly nonce?: string;
  readonly compliance_framework?: string;
  readonly control_id?: string;
  readonly timestamp?: string;
}

/** Texts for a method. Absent texts are `''`. */
export interface MethodInput {
  /**
   * The text to judge in this phase: `input` for request, `output` for response; for execution and artifact the
   * output if present, otherwise the input.
   */
  readonly text: string;
  readonly input: string;
  readonly output: string;
  readonly phase: Phase;
  readonly metadata: Readonly<Record<string, unknown>>;
  /** `metadata.documents`: external parts such as tool results. */
  readonly documents: readonly Readonly<ExternalDocument>[];
  /** `metadata.system`. */
  readonly system: string;
}

export interface MethodContext {
  readonly traceId: string;
  readonly agentId: string;
  /** Aborts when the caller gave up or the deadline passed. */
  readonly signal: AbortSignal;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

export interface RunOptions<S extends SettingMap, C extends SettingMap> {
  readonly settings: InferSettings<S>;
  readonly config: InferSettings<C>;
  readonly context: MethodContext;
}

export type MethodResult = readonly ClaimDraft[] | Promise<readonly ClaimDraft[]>;

/** A unit of the auditor's work: its claims, its settings and its code. */
export interface MethodDefinition<S extends SettingMap = SettingMap, C extends SettingMap = SettingMap> {
  readonly name: string;
  readonly produces: Readonly<Record<string, ProducedClaim>>;
  readonly settings?: S;
  /** Phases in which the method runs; default: all phases of the auditor. */
  readonly phases?: readonly Phase[];
  run(input: MethodInput, options: RunOptions<S, C>): MethodResult;
}

/** An environment variable without a setting, for the documentation. */
export interface ExtraVariable {
  readonly name: string;
  readonly description: string;
  readonly default: string | number | boolean | null;
  readonly type: string;
}

interface AuditorFace {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly version?: string;
  readonly category: CatalogCategory;
  readonly catalogPhase: CatalogPhase;
  readonly icon: string;
  readonly color: string;
  readonly defaultPort: number;
  readonly phases: readonly Phase[];
  readonly environment?: readonly ExtraVariable[];
  readonly policyOptions?: readonly Readonly<Record<string, unknown>>[];
  readonly defaultPolicy?: Readonly<Record<string, unknown>>;
}

export interface LifecycleOptions<C extends SettingMap> {
  readonly config: InferSettings<C>;
  readonly signal: AbortSignal;
}

/** A checked definition with erased types. */
export interface AuditorDefinition extends AuditorFace {
  readonly config?: SettingMap;
  readonly methods: readonly MethodDefinition[];
  setup?(options: LifecycleOptions<SettingMap>): void | Promise<void>;
  teardown?(): void | Promise<void>;
}

/** An author's definition: {@link AuditorDefinition} with settings and config typed into each method. */
export interface AuditorSpec<C extends SettingMap, M extends readonly SettingMap[]> extends AuditorFace {
  readonly config?: C;
  readonly methods: { readonly [I in keyof M]: MethodDefinition<M[I], C> };
  /** Loads models and the like. The auditor is not `ready` before it has finished. */
  setup?(options: LifecycleOptions<C>): void | Promise<void>;
  /** Releases what `setup` took; called once by `close()`. */
  teardown?(): void | Promise<void>;
}

/**
 * Checks the description of an auditor and returns it.
 *
 * @throws TypeError when the definition breaks a rule, naming the member.
 * @example
 * export const shouting = defineAuditor({
 *   id: 'shouting', name: 'Shouting', description: 'Measures capital letters',
 *   category: 'evaluation', catalogPhase: 'input_guarding', icon: 'volume', color: 'amber', defaultPort: 8090,
 *   phases: ['request'],
 *   methods: [{
 *     name: 'capitals',
 *     produces: { shouting_share: { type: 'score_normalized', description: 'Share of capital letters' } },
 *     run: ({ text }) => [{ name: 'shouting_share', value: text === '' ? 0 : (text.match(/\p{Lu}/gu)?.length ?? 0) / text.length }],
 *   }],
 * });
 */
export function defineAuditor<const C extends SettingMap = NoSettings, const M extends readonly SettingMap[] = []>(
  spec: AuditorSpec<C, M>,
): AuditorDefinition {
  const definition: AuditorDefinition = spec;
  assertDefinition(definition);
  return definition;
}

/** Types a method outside of its auditor. A plain object inside `methods` is typed already, with config. */
export function method<const S extends SettingMap = NoSettings, C extends SettingMap = NoSettings>(
  definition: MethodDefinition<S, C> & { readonly config?: C },
): MethodDefinition<S, C> {
  return definition;
}
