/**
 * Resolves which auditors a workspace asks, in which order and phases: from its scopes (contract 2.9, 2.10), the
 * auditors that the organisation registered, and the built-in ones. Verifier and gateway share it.
 */
import { type Phase, phases, type SettingDefinition, type Vocabulary, type VocabularyEntry } from '@assay/sdk/contract';
import type { AuditorChain, ChainItem } from '../../contract/control/chain.ts';
import type { BundleJoinedAuditor, ScopeChain } from '../../contract/control/config-bundle.ts';
import { textAuditorIds } from '../../contract/text-auditors.ts';
import { type DeclaredSettings, listDeclaredSettings } from '../settings/declared-settings.ts';

/** An auditor that a chain may name by its id. */
export interface KnownAuditor {
  readonly id: string;
  readonly builtIn: boolean;
  readonly image?: string | undefined;
  /** Its address, if it is not on the gateway's host. */
  readonly url?: string | undefined;
  readonly port: number;
  readonly vocabulary: Vocabulary;
  /** Registered settings of the auditor itself. */
  readonly config?: readonly SettingDefinition[] | undefined;
}

/** Inputs of a chain. Without any configuration the built-in text auditors are asked. */
export interface ChainSources {
  /** Outermost first: the organisation, then the workspace. Absent members are inherited. */
  readonly scopes: readonly ScopeChain[];
  readonly auditors: readonly KnownAuditor[];
  /** Items of the gateway's own chain file. They are the chain where no scope has one, and the positions for auditor ids. */
  readonly localItems?: readonly ChainItem[] | undefined;
  /** Auditors that were installed as apps, of the workspace first; they are asked after the others. */
  readonly joined?: readonly Pick<BundleJoinedAuditor, 'auditor_id' | 'withheld'>[] | undefined;
}

export interface ResolvedChainItem {
  readonly item: ChainItem;
  readonly auditorId: string;
  /** Phases in which the chain asks it; absent: every phase of its vocabulary. */
  readonly askedIn?: readonly Phase[];
  /** Absent if the item's auditor is unknown here. */
  readonly vocabulary?: Vocabulary;
  /** Registered settings of the auditor itself, if any. */
  readonly config?: readonly SettingDefinition[];
  /** Why it must not be asked; its claims are missing meanwhile. */
  readonly withheld?: string;
}

export interface ResolvedChain {
  readonly items: readonly ResolvedChainItem[];
  /** Named auditors without an address, which nothing can ask. */
  readonly problems: readonly ChainProblem[];
}

export interface ChainProblem {
  readonly auditorId: string;
  readonly phases: readonly Phase[];
  readonly message: string;
}

/** Ids of the default chain. */
export const builtInChainIds = textAuditorIds;

/** Gives the id of the built-in auditor of an image: `assay/<id>`, with or without a registry and a tag. */
export function builtInIdOfImage(image: string): string | undefined {
  return /^(?:.*\/)?assay\/([a-z0-9-]+)(?:[:@].*)?$/.exec(image)?.[1];
}

/** Resolves the chain of one workspace. */
export function resolveChain({ scopes, auditors, localItems, joined = [] }: ChainSources): ResolvedChain {
  const known = new Map(auditors.map((auditor) => [auditor.id, auditor]));
  return addJoined(resolvePlaced({ scopes, localItems }, known), joined, known);
}

function resolvePlaced(
  { scopes, localItems }: Pick<ChainSources, 'scopes' | 'localItems'>,
  known: ReadonlyMap<string, KnownAuditor>,
): ResolvedChain {
  const placed = innermost(scopes, (scope) => scope.items);
  const asked = innermost(scopes, (scope) => scope.auditorChain);
  const items = (placed ?? localItems ?? builtInItems(known)).map((item) => resolveItem(item, known));
  if (asked === undefined) return { items, problems: [] };
  const book = [...items, ...(localItems ?? []).map((item) => resolveItem(item, known))];
  return chooseAsked(asked, book, known);
}

/** The claims and phases of a chain item, from which a policy schema is generated. */
export interface ItemVocabulary {
  readonly item: string;
  readonly auditorId: string;
  readonly phases: readonly Phase[];
  readonly entries: readonly VocabularyEntry[];
  readonly settings: DeclaredSettings;
}

/** Gives the chain as policies see it. */
export function toChainVocabularies({ items }: Pick<ResolvedChain, 'items'>): ItemVocabulary[] {
  return items.flatMap(({ item, auditorId, askedIn, vocabulary, config }) => {
    if (vocabulary === undefined) return [];
    const settings = listDeclaredSettings(auditorId, vocabulary, config);
    const asked = askedPhases(vocabulary, askedIn);
    return [{ item: item.name, auditorId, phases: asked, entries: vocabulary.vocabulary, settings }];
  });
}

/** Gives the phases of a vocabulary in which a chain asks the auditor. */
export function askedPhases(vocabulary: Pick<Vocabulary, 'phases'>, askedIn: readonly Phase[] | undefined): Phase[] {
  return phases.filter((phase) => vocabulary.phases.includes(phase) && (askedIn?.includes(phase) ?? true));
}

/** Adds installed auditors. One that the chain asks anyway is not asked twice. */
function addJoined(
  { items, problems }: ResolvedChain,
  joined: NonNullable<ChainSources['joined']>,
  known: ReadonlyMap<string, KnownAuditor>,
): ResolvedChain {
  const all = [...items];
  const faults: ChainProblem[] = [];
  for (const { auditor_id: id, withheld } of joined) {
    if (all.some(({ auditorId }) => auditorId === id)) continue;
    const auditor = known.get(id);
    const isNameTaken = all.some(({ item }) => item.name === id);
    if (auditor === undefined || isNameTaken) {
      const why = isNameTaken ? 'another item of the chain has its name' : 'nobody registered it';
      faults.push({ auditorId: id, phases, message: `the installed auditor ${id} cannot be asked: ${why}` });
      continue;
    }
    const item = { item: placeOf(auditor), auditorId: id, ...declarationsOf(auditor) };
    all.push(withheld === undefined ? item : { ...item, withheld });
  }
  return { items: all, problems: [...problems, ...faults] };
}

function declarationsOf(auditor: KnownAuditor | undefined): Pick<ResolvedChainItem, 'vocabulary' | 'config'> {
  if (auditor === undefined) return {};
  const { vocabulary, config = [] } = auditor;
  return { vocabulary, ...(config.length === 0 ? {} : { config }) };
}

function innermost<T>(scopes: readonly ScopeChain[], member: (scope: ScopeChain) => T | undefined): T | undefined {
  return scopes.map(member).findLast((value) => value !== undefined);
}

function builtInItems(known: ReadonlyMap<string, KnownAuditor>): ChainItem[] {
  return builtInChainIds.flatMap((id) => {
    const auditor = known.get(id);
    return auditor === undefined ? [] : [placeOf(auditor)];
  });
}

/** Gives the default item of a known auditor. */
function placeOf({ id, builtIn, image, url, port }: KnownAuditor): ChainItem {
  return { name: id, image: image ?? (builtIn ? `assay/${id}` : id), port, ...(url === undefined ? {} : { url }) };
}

function resolveItem(item: ChainItem, known: ReadonlyMap<string, KnownAuditor>): ResolvedChainItem {
  const auditorId = auditorIdOf(item, known);
  return { item, auditorId, ...declarationsOf(known.get(auditorId)) };
}

/** A built-in image names its auditor, then a registered image, then a registered id; otherwise the item's own name does. */
function auditorIdOf(item: ChainItem, known: ReadonlyMap<string, KnownAuditor>): string {
  const builtIn = builtInIdOfImage(item.image);
  if (builtIn !== undefined) return builtIn;
  if (known.has(item.name)) return item.name;
  const sameImage = [...known.values()].find(({ image, builtIn: isOurs }) => !isOurs && image === item.image);
  return sameImage?.id ?? item.name;
}

/** Groups auditors by phase: those before the request in their order, then those that only follow the response. */
function chooseAsked(
  { preRequest = [], postResponse = [] }: AuditorChain,
  book: readonly ResolvedChainItem[],
  known: ReadonlyMap<string, KnownAuditor>,
): ResolvedChain {
  const ids = [...new Set([...preRequest, ...postResponse].map(({ auditorId }) => auditorId))];
  const problems: ChainProblem[] = [];
  const items = ids.flatMap((id): ResolvedChainItem[] => {
    const askedIn = phases.filter((phase) => {
      if (phase === 'request') return preRequest.some(({ auditorId }) => auditorId === id);
      if (phase === 'response') return postResponse.some(({ auditorId }) => auditorId === id);
      return true;
    });
    const place = book.find(({ item }) => item.name === id) ?? book.find(({ auditorId }) => auditorId === id);
    if (place !== undefined) return [{ ...place, askedIn }];
    const auditor = known.get(id);
    if (auditor === undefined || (!auditor.builtIn && auditor.url === undefined && auditor.image === undefined)) {
      const message = `auditor ${id} has no address: register it, or give it a chain item with its url`;
      problems.push({ auditorId: id, phases: askedIn, message });
      return [];
    }
    return [{ item: placeOf(auditor), auditorId: id, askedIn, ...declarationsOf(auditor) }];
  });
  return { items, problems };
}
