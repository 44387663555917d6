/**
 * The catalog of the release: public entries, copied from the records that each names as its `source`, and our own. None of
 * the servers was called. An older version stays in the file when a newer one is added, because installations keep it.
 */
import { sha256Hex } from '@assay/sdk/crypto';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type AppDocument, AppDocumentSchema } from '../../../contract/api/app-catalog/shapes.ts';
import type { TrustTier } from '../../../contract/api/app-catalog/states.ts';
import { assertDocument, documentDigestOf } from './document.ts';
import type { CatalogApp, StoredVersion } from './entry.ts';
import { firstPartyDocuments } from './first-party.ts';
import { skeletonOf } from './lookalikes.ts';
import { compareVersions, newestOf } from './sem-ver.ts';
import file from './starter-catalog.json' with { type: 'json' };

export interface ShippedApp {
  readonly app: CatalogApp;
  /** Newest first. */
  readonly versions: readonly StoredVersion[];
}

export interface StarterCatalog {
  /** In listing order: our own first. */
  readonly apps: readonly ShippedApp[];
  find(id: string): ShippedApp | undefined;
  /** Finds an app whose name or title can be confused with this one. */
  findLookalike(text: string, of: 'name' | 'title'): CatalogApp | undefined;
}

/** Gives the stable id of a shipped app, derived from its name. */
export function shippedId(name: string): string {
  return `app_${sha256Hex(name).slice(0, 32)}`;
}

let known: StarterCatalog | undefined;

/** Reads it once. */
export function readStarterCatalog(): StarterCatalog {
  known ??= createStarterCatalog(file, firstPartyDocuments());
  return known;
}

/** @throws Error for a file with an entry that could not be published. */
export function createStarterCatalog(content: unknown, own: readonly AppDocument[]): StarterCatalog {
  const apps = [...group(own, 'first_party'), ...group(readEntries(content), 'community')];
  const byId = new Map(apps.map((one) => [one.app.id, one]));
  const names = new Map(apps.map(({ app }) => [skeletonOf(app.name), app]));
  const titles = new Map(apps.map(({ app }) => [skeletonOf(app.title), app]));
  if (names.size !== apps.length) throw new Error('two shipped apps have names that can be mistaken for each other');
  return {
    apps,
    find: (id) => byId.get(id),
    findLookalike: (text, of) => (of === 'name' ? names : titles).get(skeletonOf(text)),
  };
}

function readEntries(content: unknown): AppDocument[] {
  const validator = Compile(Type.Object({ entries: Type.Array(AppDocumentSchema) }));
  if (!validator.Check(content)) {
    const [first] = validator.Errors(content);
    throw new Error(`starter-catalog.json: ${first?.instancePath ?? ''} ${first?.message ?? ''}`);
  }
  for (const entry of content.entries) assertDocument(entry, () => false);
  return content.entries;
}

function group(documents: readonly AppDocument[], trustTier: TrustTier): ShippedApp[] {
  const names = [...new Set(documents.map(({ name }) => name))];
  return names.map((name) => {
    const own = documents.filter((document) => document.name === name);
    const versions = own
      .map((document) => ({ version: document.version, document, digest: documentDigestOf(document), signature: null }))
      .sort((left, right) => compareVersions(right.version, left.version));
    const latestVersion = newestOf(own.map(({ version }) => version)) ?? '';
    const latest = own.find(({ version }) => version === latestVersion);
    if (latest === undefined) throw new Error('an app has a version');
    const { type, title, description, category = null } = latest;
    const still = { statusReason: null, notarization: null, latestVersion } as const;
    const app: CatalogApp = {
      id: shippedId(name),
      name,
      type,
      title,
      description,
      category,
      trustTier,
      status: 'active',
      ...still,
    };
    return { app, versions };
  });
}
