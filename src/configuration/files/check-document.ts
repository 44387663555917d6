/** Checks one document: its kind, that it has only members of that kind, and that its names are unique. */
import { findBoundViolation, isRecord, manifests } from '@assay/sdk/contract';
import { Compile } from 'typebox/compile';
import { fileLimits } from '../../contract/api/apply/limits.ts';
import { nearestName } from '../../policy/nearest-name.ts';
import { builtInChain } from '../chain/built-in-chain.ts';
import { extendChain } from '../chain/extend-chain.ts';
import { explain, type Shape } from './explain.ts';
import { type Finding, pointTo } from './finding.ts';
import {
  ChainDocumentSchema,
  type ConfigDocument,
  EnvironmentDocumentSchema,
  WorkspaceDocumentSchema,
} from './schema.ts';

const checks = {
  workspace: Compile(WorkspaceDocumentSchema),
  environment: Compile(EnvironmentDocumentSchema),
  chain: Compile(ChainDocumentSchema),
} as const;

const shapes: Readonly<Record<ConfigDocument['type'], Shape>> = {
  workspace: WorkspaceDocumentSchema,
  environment: EnvironmentDocumentSchema,
  chain: ChainDocumentSchema,
};

/** The document, or its problems. */
export type CheckedDocument =
  | { readonly document: ConfigDocument }
  | { readonly document: undefined; readonly findings: readonly Finding[] };

/** Checks a document from YAML, JSON or a request. */
export function checkDocument(value: unknown): CheckedDocument {
  const type = typeOf(value);
  if (typeof type !== 'string') return { document: undefined, findings: [type] };
  const document = toDocument(type, value);
  if (document === undefined) {
    const findings = explain(value, shapes[type], fileLimits.problems, describeLegacy);
    // The shape refused it, so there must be a finding; without one the document would pass unchecked.
    if (findings.length === 0) findings.push({ pointer: '', message: `is not a ${type} document`, at: 'value' });
    return { document: undefined, findings };
  }
  const findings = [...findUnfitText(value), ...findDoubles(document)];
  return findings.length === 0 ? { document } : { document: undefined, findings };
}

function toDocument(type: ConfigDocument['type'], value: unknown): ConfigDocument | undefined {
  if (type === 'workspace') return checks.workspace.Check(value) ? { type, value } : undefined;
  if (type === 'environment') return checks.environment.Check(value) ? { type, value } : undefined;
  return checks.chain.Check(value) ? { type, value } : undefined;
}

const kinds = { [manifests.workspaceKind]: 'workspace', [manifests.environmentKind]: 'environment' } as const;

function typeOf(value: unknown): ConfigDocument['type'] | Finding {
  if (!isRecord(value)) {
    return { pointer: '', message: 'must be a map with kind, or with chain', at: 'value' };
  }
  const kind: unknown = Reflect.get(value, 'kind');
  if (kind === undefined) {
    if (Object.hasOwn(value, 'chain')) return 'chain';
    return {
      pointer: '',
      message: `must have a member kind (${Object.keys(kinds).join(', ')}), or chain`,
      at: 'value',
    };
  }
  if (kind === manifests.workspaceKind || kind === manifests.environmentKind) return kinds[kind];
  const nearest = typeof kind === 'string' ? nearestName(kind, Object.keys(kinds)) : undefined;
  const message = `must be ${Object.keys(kinds).join(' or ')}${nearest === undefined ? '' : `: did you mean ${nearest}?`}`;
  return { pointer: '/kind', message, at: 'value' };
}

/** Members of older definitions (contract 2.10: replaced), each with its replacement. */
const legacy = {
  policyRef:
    'is no longer supported: set values with auditorSettings, use a preset for rules (assay preset apply), and manage your own policies with assay policy',
  policies:
    'is no longer supported: values belong into auditorSettings, rules come from a preset (assay preset apply), and your own policies are managed with assay policy',
} as const;

function describeLegacy(name: string): string | undefined {
  return name === 'policyRef' || name === 'policies' ? legacy[name] : undefined;
}

/** Finds texts that no database can hold. */
function findUnfitText(value: unknown): Finding[] {
  const message = findBoundViolation(value, { bytes: fileLimits.bytes * 4, depth: fileLimits.depth });
  return message === undefined ? [] : [{ pointer: '', message, at: 'value' }];
}

/** Finds names that occur twice, and items that cannot be added to the built-in chain. */
function findDoubles({ type, value }: ConfigDocument): Finding[] {
  if (type === 'chain') {
    const doubles = findTwice(value.chain.map(({ name }) => name)).map((index) =>
      twice(`/chain/${index}/name`, 'item'),
    );
    const extended = extendChain(value, builtInChain);
    if (extended.ok) return doubles;
    return [...doubles, { pointer: extended.pointer, message: extended.message, at: 'value' }];
  }
  const findings = findTwice((value.spec.agents ?? []).map(({ name }) => name)).map((index) =>
    twice(`/spec/agents/${index}/name`, 'agent'),
  );
  if (type !== 'workspace') return findings;
  for (const [phase, refs] of Object.entries(value.spec.defaults?.auditorChain ?? {})) {
    const base = pointTo('/spec/defaults/auditorChain', phase);
    for (const index of findTwice(refs.map(({ auditorId }) => auditorId))) {
      findings.push(twice(`${base}/${index}/auditorId`, 'auditor of this phase'));
    }
  }
  return findings;
}

function findTwice(names: readonly string[]): number[] {
  const seen = new Set<string>();
  return names.flatMap((name, index) => {
    if (seen.has(name)) return [index];
    seen.add(name);
    return [];
  });
}

function twice(pointer: string, what: string): Finding {
  return { pointer, message: `is also the name of another ${what}`, at: 'value' };
}
