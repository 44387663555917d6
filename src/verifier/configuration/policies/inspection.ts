/** Reads policies: records, the effect of a text, and the effective policies of an agent. Changes nothing. */

import { askedPhases } from '../../../configuration/chain/resolve-chain.ts';
import type { Completions, EffectivePolicy } from '../../../contract/api/policies/effective-shapes.ts';
import type { Policy, PolicyProblem, PolicyVersion, Validation } from '../../../contract/api/policies/shapes.ts';
import type { Scope } from '../../../contract/control/scope.ts';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { type Page, type PageStart, toPage } from '../../../platform/http/page.ts';
import { analysePolicies, type Finding } from '../../../policy/analyse.ts';
import type { CedarHost } from '../../../policy/cedar-host.ts';
import { type CombinedPolicies, combinePolicies, describeScope } from '../../../policy/combine.ts';
import { PolicyError } from '../../../policy/policy-error.ts';
import type { PolicySet } from '../../../policy/policy-set.ts';
import type { ScopeLookup } from '../auditor-settings/scope-lookup.ts';
import { checkAlone, distinctChains } from './check-alone.ts';
import type { PolicyCompiler } from './compile.ts';
import { listCompletions } from './completions.ts';
import type { PolicyContext, PolicyContexts } from './contexts.ts';
import { mergeProblems, toProblem } from './problems.ts';
import { assertReadable } from './read-text.ts';
import type { PolicyFilter, PolicyStore } from './store.ts';
import type { PolicyRow } from './tables.ts';
import { toPolicy, toPolicyVersionView } from './view.ts';

export interface PolicyInspection {
  /** @throws AppError `not_found`. */
  get(db: Db, orgId: string, id: string): Promise<Policy>;
  list(orgId: string, filter: PolicyFilter, page: PageStart): Promise<Page<Policy>>;
  listVersions(orgId: string, id: string, page: PageStart): Promise<Page<PolicyVersion>>;
  /** Says what a text would do at a scope, under a name that may be that of an active record. */
  validate(orgId: string, scope: Scope, name: string, text: string): Promise<Validation>;
  /** Does the same for a version of a record, or for another text in its place. */
  validateRecord(orgId: string, id: string, wanted: { version?: number; text?: string }): Promise<Validation>;
  /** Gives the text of a version; the newest if none is named. @throws AppError `not_found`, `unprocessable`. */
  readVersion(
    db: Db,
    orgId: string,
    id: string,
    version: number | undefined,
  ): Promise<{ row: PolicyRow; text: string; version: number }>;
  effective(orgId: string, agentId: string): Promise<EffectivePolicy>;
  completions(orgId: string, scope: Scope): Promise<Completions>;
}

export interface PolicyInspectionDeps {
  readonly db: Db;
  readonly store: PolicyStore;
  readonly scopes: ScopeLookup;
  readonly contexts: PolicyContexts;
  readonly compiler: PolicyCompiler;
  readonly cedar: CedarHost;
}

export function createPolicyInspection(deps: PolicyInspectionDeps): PolicyInspection {
  const { db, store, scopes, contexts, compiler, cedar } = deps;

  const load = async (from: Db, orgId: string, id: string): Promise<PolicyRow> => {
    const row = await store.find(from, orgId, id);
    if (row !== undefined) return row;
    const detail = 'there is no such policy';
    throw new AppError('not_found', detail, { detail });
  };

  const readVersion: PolicyInspection['readVersion'] = async (from, orgId, id, version) => {
    const row = await load(from, orgId, id);
    const wanted = version ?? row.version;
    const found = await store.findVersion(from, orgId, id, wanted);
    if (found !== undefined) return { row, text: found.text, version: wanted };
    const detail = `the policy has no version ${wanted}: it has 1 to ${row.version}`;
    throw new AppError('unprocessable', detail, { detail, errors: [{ pointer: '/version', message: detail }] });
  };

  const validate: PolicyInspection['validate'] = async (orgId, scope, name, text) => {
    await scopes.pathTo(db, orgId, scope);
    const syntax = findSyntaxProblems(cedar, name, text);
    if (syntax.length > 0) {
      return { valid: false, can_activate: false, problems: syntax, policies: [], decision_ms: null };
    }
    const places = await contexts.list(db, orgId, scope, { scope, name, text });
    const alone = checkAlone(compiler, places, { scope, name, text });
    const valid = alone.every(({ severity }) => severity !== 'error');
    const { broken, decisionMs } = await compiler.findBroken(places);
    const together = valid ? mergeProblems(broken) : [];
    const findings = valid && broken.length === 0 ? findingsOf(compiler, places, name, scope) : [];
    return {
      valid,
      can_activate: broken.length === 0,
      problems: [...withoutDoubles(alone, findings), ...together, ...findings],
      policies: describePolicies(cedar, compiler, places, { scope, name, text }),
      decision_ms: broken.length === 0 ? decisionMs : null,
    };
  };

  return {
    async get(from, orgId, id) {
      const row = await load(from, orgId, id);
      const version = await store.findVersion(from, orgId, id, row.version);
      if (version === undefined) throw new Error('the newest version of a policy is missing');
      return toPolicy(row, version);
    },
    async list(orgId, filter, page) {
      const rows = await store.list(db, orgId, filter, page);
      return toPage(rows, page.limit, ({ head, version }) => toPolicy(head, version));
    },
    async listVersions(orgId, id, page) {
      await load(db, orgId, id);
      return toPage(await store.listVersions(db, orgId, id, page), page.limit, toPolicyVersionView);
    },
    validate,
    async validateRecord(orgId, id, { version, text }) {
      const { row, text: stored } = await readVersion(db, orgId, id, version);
      return validate(orgId, { level: row.scope_level, id: row.scope_id }, row.name, text ?? stored);
    },
    readVersion,
    async effective(orgId, agentId) {
      const context = await contexts.ofAgent(db, orgId, agentId);
      const inForce = await store.listInForce(db, orgId);
      const loaded = loadOrProblems(compiler, context);
      return {
        agent_id: agentId,
        workspace_id: context.workspaceId,
        ...identityOf(context, loaded),
        default_policy: context.levels.length === 0 || context.levels.some(({ kind }) => kind === 'default'),
        levels: describeLevels(context, loaded.combined, inForce),
        shadow: inForce.flatMap(({ head, version }) => {
          const scope = { level: head.scope_level, id: head.scope_id };
          const ids = { org: orgId, workspace: context.workspaceId, agent: agentId };
          const isHere = ids[scope.level] === scope.id && version.version === head.shadow_version;
          return isHere ? [{ id: head.id, name: head.name, version: version.version, scope }] : [];
        }),
        chain: context.chain.items.map(({ item, auditorId, vocabulary, askedIn }) => ({
          name: item.name,
          auditor_id: auditorId,
          phases: vocabulary === undefined ? [] : askedPhases(vocabulary, askedIn),
        })),
        problems: [
          ...context.chain.problems.map(({ message }) => ({ severity: 'error' as const, code: 'chain', message })),
          ...loaded.problems,
        ],
      };
    },
    async completions(orgId, scope) {
      await scopes.pathTo(db, orgId, scope);
      const [context] = await contexts.list(db, orgId, scope);
      if (context === undefined) throw new Error('every scope has a workspace below or above it');
      return listCompletions(scope, compiler.schemaOf(context));
    },
  };
}

interface Loaded {
  readonly combined: CombinedPolicies | undefined;
  readonly set: PolicySet | undefined;
  readonly problems: PolicyProblem[];
}

function loadOrProblems(compiler: PolicyCompiler, context: PolicyContext): Loaded {
  if (context.levels.length === 0) return { combined: undefined, set: undefined, problems: [] };
  try {
    const { combined, set } = compiler.load(context);
    const findings = analysePolicies(combined, compiler.schemaOf(context)).map(fromFinding);
    const warnings = set.warnings.map((issue) => toProblem(issue, 'warning', 'engine'));
    return { combined, set, problems: [...withoutDoubles(warnings, findings), ...findings] };
  } catch (cause) {
    if (!(cause instanceof PolicyError)) throw cause;
    const problems = cause.issues.map((issue) => toProblem(issue, 'error', 'schema'));
    return { combined: undefined, set: undefined, problems };
  }
}

/** Gives the analysis findings about a record at every place where it would apply. */
function findingsOf(
  compiler: PolicyCompiler,
  places: readonly PolicyContext[],
  name: string,
  { level, id }: Scope,
): PolicyProblem[] {
  const perPlace = distinctPlaces(compiler, places).map((context) => {
    const { combined } = compiler.load(context);
    const own = describeScope({ kind: level, id });
    const found = analysePolicies(combined, compiler.schemaOf(context));
    const problems = found.filter((finding) => finding.record === name && finding.level === own);
    return { scope: context.scope, problems: problems.map(fromFinding) };
  });
  return mergeProblems(perPlace).map(({ record: _record, level: _level, ...problem }) => problem);
}

const maxAnalysedPlaces = 20;

/** Gives contexts that differ in chain or policies, up to a limit. */
function distinctPlaces(compiler: PolicyCompiler, places: readonly PolicyContext[]): PolicyContext[] {
  const byContent = new Map<string, PolicyContext>();
  for (const context of places) {
    const key = `${compiler.schemaOf(context).hash}${JSON.stringify(context.levels)}`;
    if (!byContent.has(key)) byContent.set(key, context);
    if (byContent.size >= maxAnalysedPlaces) break;
  }
  return [...byContent.values()];
}

function fromFinding({ severity, code, ...issue }: Finding): PolicyProblem {
  return toProblem(issue, severity, code);
}

/** Removes the engine's warning of an impossible policy, if the analysis explains it. */
function withoutDoubles(problems: readonly PolicyProblem[], findings: readonly PolicyProblem[]): PolicyProblem[] {
  const explained = new Set(
    findings
      .filter(({ code }) => code === 'never_applies' || code === 'claim_not_in_phase')
      .map((one) => one.policy_id),
  );
  return problems.filter(({ code, policy_id }) => code !== 'engine' || !explained.has(policy_id));
}

function identityOf({ levels }: PolicyContext, { combined, set }: Loaded) {
  if (combined === undefined || set === undefined || levels.length === 0) {
    return { policy_id: null, policy_version: null, schema_hash: null, text: null };
  }
  return { policy_id: combined.id, policy_version: set.version, schema_hash: set.schema.hash, text: combined.text };
}

function describeLevels(
  { levels }: PolicyContext,
  combined: CombinedPolicies | undefined,
  inForce: Awaited<ReturnType<PolicyStore['listInForce']>>,
): EffectivePolicy['levels'] {
  return levels.flatMap(({ kind, id, records }) => {
    if (kind === 'file' || kind === 'default') return [];
    const described = combined?.levels.find((level) => level.kind === kind);
    const active = inForce.filter(
      ({ head, version }) =>
        head.scope_level === kind && head.scope_id === id && version.version === head.active_version,
    );
    return [
      {
        scope: { level: kind, id },
        part: described?.part ?? 'forbids',
        permits: described?.permits ?? 0,
        forbids: described?.forbids ?? 0,
        policies: records.flatMap(({ name }) => {
          const stored = active.find(({ head }) => head.name === name);
          return stored === undefined ? [] : [{ id: stored.head.id, name, version: stored.version.version }];
        }),
      },
    ];
  });
}

function findSyntaxProblems(cedar: CedarHost, name: string, text: string): PolicyProblem[] {
  try {
    assertReadable(cedar, name, text);
    return [];
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.code !== 'unprocessable') throw cause;
    const problems: unknown = cause.extensions?.['problems'];
    if (!Array.isArray(problems)) throw cause;
    return problems as PolicyProblem[];
  }
}

/**
 * Describes the policies of the text as they would be combined; each is shown with what it reads over the first chain
 * where it is valid.
 */
function describePolicies(
  cedar: CedarHost,
  compiler: PolicyCompiler,
  places: readonly PolicyContext[],
  { scope, name, text }: { scope: Scope; name: string; text: string },
): Validation['policies'] {
  const level = { kind: scope.level, id: scope.id, records: [{ name, text }] } as const;
  const loadable = distinctChains(compiler, places)
    .map((context) => ({ ...context, levels: [level] }))
    .find((context) => compiler.check(context).issues.length === 0);
  if (loadable === undefined) return [];
  const { policies } = compiler.load(loadable).set;
  const { origins } = combinePolicies([level], cedar);
  return policies.map(({ id, effect, annotations, reads }) => ({
    id,
    effect,
    response: annotations.response ?? null,
    line: origins.get(id)?.line ?? 1,
    reads: reads.claims === 'all' ? ['*'] : [...reads.claims].sort(),
  }));
}
