/** Makes the catalog entry of a registered auditor from its vocabulary and its owner's additions. */

import type { CatalogEntry, CatalogPhase, SettingDefinition, Vocabulary } from '@assay/sdk/contract';
import { containerPort } from '@assay/sdk/contract';
import { toLabel } from '../../../configuration/settings/setting-table.ts';
import type { WriteAuditor } from '../../../contract/api/auditor-catalog/shapes.ts';
import { AppError, type ErrorPointer } from '../../../platform/errors.ts';
import { parseUrl } from '../../../platform/url.ts';
import { findDefinitionProblems } from './check-vocabulary.ts';

/** Address of an auditor. */
export interface AuditorPlace {
  readonly image: string | undefined;
  /** Without a slash at its end, with its port. */
  readonly url: string | undefined;
  readonly port: number;
}

/** Reads image, URL and port of a write. @throws AppError `unprocessable`. */
export function parsePlace({ image, url, port }: Pick<WriteAuditor, 'image' | 'url' | 'port'>): AuditorPlace {
  if (image === undefined && url === undefined) throw wrong('/image', 'an auditor needs an image or a url');
  if (url === undefined) return { image, url, port: port ?? containerPort };
  const parsed = parseUrl(url);
  if (parsed === undefined) throw wrong('/url', 'is not a URL');
  if (parsed.username !== '' || parsed.password !== '' || parsed.search !== '' || parsed.hash !== '') {
    throw wrong('/url', 'must be a base URL without user, query and fragment');
  }
  if (port !== undefined && parsed.port !== '' && Number(parsed.port) !== port) {
    throw wrong('/port', 'the url names another port');
  }
  if (port !== undefined) parsed.port = String(port);
  const byScheme = parsed.protocol === 'https:' ? 443 : 80;
  const named = parsed.port === '' ? byScheme : Number(parsed.port);
  return { image, url: parsed.href.replace(/\/+$/, ''), port: named };
}

/** The inputs of a description. */
export interface DescribeParts {
  readonly request: WriteAuditor;
  readonly vocabulary: Vocabulary;
  readonly port: number;
  /** Stored values of members that the write leaves out. */
  readonly before?: { readonly entry: CatalogEntry; readonly config: readonly SettingDefinition[] };
}

export interface Described {
  readonly entry: CatalogEntry;
  readonly config: SettingDefinition[];
}

/** Describes an auditor. @throws AppError `unprocessable` for definitions that do not fit its vocabulary. */
export function describeAuditor({ request, vocabulary, port, before }: DescribeParts): Described {
  const { auditor_id: id, phases } = vocabulary;
  const config = request.config ?? [...(before?.config ?? [])];
  const entry: CatalogEntry = {
    id,
    name: request.name ?? before?.entry.name ?? toLabel(id.replaceAll('-', '_')),
    description: request.description ?? before?.entry.description ?? '',
    category: request.category ?? before?.entry.category ?? 'security',
    phase: request.phase ?? before?.entry.phase ?? toCatalogPhase(phases),
    icon: request.icon ?? before?.entry.icon ?? 'puzzle',
    color: request.color ?? before?.entry.color ?? 'gray',
    defaultPort: port,
    envVariables: request.envVariables ?? before?.entry.envVariables ?? [],
    policyOptions: request.policyOptions ?? before?.entry.policyOptions ?? [],
    defaultPolicy: request.defaultPolicy ?? before?.entry.defaultPolicy ?? {},
    claims: describeClaims(vocabulary, request.claims ?? before?.entry.claims ?? []),
  };
  const problems = [
    ...findStrangers(vocabulary, request.claims ?? []),
    ...findDefinitionProblems(config, '/config'),
    ...findShared(entry, config),
    ...entry.claims.flatMap(({ name, settings }, index) =>
      findDefinitionProblems(settings, `/claims/${placeOfClaim(request, name) ?? index}/settings`),
    ),
  ];
  if (problems.length > 0) throw wrongDefinitions(problems);
  return { entry, config };
}

type Completions = readonly {
  readonly name: string;
  readonly settings: readonly (Pick<SettingDefinition, 'key'> & Partial<SettingDefinition>)[];
}[];

function describeClaims({ vocabulary }: Vocabulary, completions: Completions): CatalogEntry['claims'] {
  return vocabulary.map(({ name, type, description, settings }) => {
    const completed = completions.find((candidate) => candidate.name === name)?.settings ?? [];
    return {
      name,
      type,
      description,
      settings: settings.map((setting) => {
        const { key, type: settingType, default: value } = setting;
        const more = completed.find((candidate) => candidate.key === key);
        // Key, type and default come from the auditor; the rest is for display.
        return { ...more, key, label: more?.label ?? toLabel(key), type: settingType, default: value };
      }),
    };
  });
}

/** Finds additions for claims that the vocabulary does not have: they are mistakes. */
function findStrangers({ vocabulary }: Vocabulary, completions: Completions): ErrorPointer[] {
  return completions.flatMap(({ name, settings }, index) => {
    const entry = vocabulary.find((candidate) => candidate.name === name);
    if (entry === undefined)
      return [{ pointer: `/claims/${index}/name`, message: `the vocabulary has no claim ${name}` }];
    return settings.flatMap(({ key }, place) =>
      entry.settings.some((setting) => setting.key === key)
        ? []
        : [{ pointer: `/claims/${index}/settings/${place}/key`, message: `claim ${name} has no setting ${key}` }],
    );
  });
}

/** Two settings with one name would be ambiguous as a bare key. */
function findShared({ claims }: CatalogEntry, config: readonly SettingDefinition[]): ErrorPointer[] {
  const keys = new Set(claims.flatMap(({ settings }) => settings.map(({ key }) => key)));
  return config.flatMap(({ key }, index) =>
    keys.has(key) ? [{ pointer: `/config/${index}/key`, message: `${key} is a setting of a claim already` }] : [],
  );
}

function placeOfClaim({ claims }: WriteAuditor, name: string): number | undefined {
  const index = claims?.findIndex((claim) => claim.name === name) ?? -1;
  return index < 0 ? undefined : index;
}

function toCatalogPhase(phases: readonly string[]): CatalogPhase {
  if (phases.includes('request')) return 'input_guarding';
  if (phases.includes('response')) return 'output_policy';
  return phases.includes('execution') ? 'execution_monitoring' : 'artifact_safety';
}

function wrong(pointer: string, message: string): AppError {
  const detail = `${pointer.slice(1)}: ${message}`;
  return new AppError('unprocessable', detail, { detail, errors: [{ pointer, message }] });
}

function wrongDefinitions(problems: readonly ErrorPointer[]): AppError {
  const detail = problems[0]?.message ?? 'the definition does not match the vocabulary';
  return new AppError('unprocessable', detail, {
    detail,
    errors: problems.slice(0, 20),
    extensions: { reason: 'definition_invalid' },
  });
}
