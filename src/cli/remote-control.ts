/** Configuration records, the same for every group of the API: listed, read, changed by revision, with a history. */
import type { NamedScope } from './control-options.ts';
import { type Listed, readList } from './page.ts';
import type { Service } from './service.ts';
import { explainStale, maxChanges } from './stale.ts';
import { type Change, changePage } from './wire-page.ts';

export interface ApiRecord {
  readonly id: string;
  readonly revision: number;
}

export interface ResourceOptions<T> {
  readonly path: string;
  /** Noun for messages and command group, e.g. `workspace`. */
  readonly noun: string;
  readonly isOne: (value: unknown) => value is T;
  readonly isPage: (value: unknown) => value is { items: T[]; next_cursor: string | null; has_more: boolean };
}

/** The basis of a change: the record as it was read. */
export type Basis = Pick<ApiRecord, 'id' | 'revision'>;

export interface Resource<T> {
  list(query: Readonly<Record<string, string | undefined>>, limit: number): Promise<Listed<T>>;
  get(id: string): Promise<T>;
  create(body: unknown): Promise<T>;
  /** @throws AppError `conflict` that names who changed the record meanwhile */
  change(method: 'PATCH' | 'PUT', basis: Basis, body: unknown): Promise<T>;
  /** `POST …/{id}/{verb}`. @throws as `change`. */
  act(verb: string, basis: Basis, body: unknown): Promise<T>;
  /** @throws as `change`. */
  remove(basis: Basis): Promise<void>;
  history(id: string, limit: number): Promise<Listed<Change>>;
}

export function createResource<T extends ApiRecord>(service: Service, options: ResourceOptions<T>): Resource<T> {
  const { path, noun, isOne, isPage } = options;
  const at = (id: string) => `${path}/${encodeURIComponent(id)}`;
  const history = (id: string, limit: number) =>
    readList(service, { path: `${at(id)}/history`, query: {}, limit, isPage: (value) => changePage.Check(value) });

  const guarded = <R>({ id, revision }: Basis, send: () => Promise<R>): Promise<R> =>
    explainStale({ noun, id, revision, history: () => history(id, maxChanges) }, send);

  return {
    list: (query, limit) => readList(service, { path, query, limit, isPage }),
    get: (id) => service.json({ path: at(id) }, isOne),
    create: (body) => service.json({ method: 'POST', path, body }, isOne),
    change: (method, basis, body) =>
      guarded(basis, () => service.json({ method, path: at(basis.id), body, revision: basis.revision }, isOne)),
    act: (verb, basis, body) =>
      guarded(basis, () =>
        service.json({ method: 'POST', path: `${at(basis.id)}/${verb}`, body, revision: basis.revision }, isOne),
      ),
    remove: (basis) =>
      guarded(basis, () => service.empty({ method: 'DELETE', path: at(basis.id), revision: basis.revision })),
    history,
  };
}

/** Gives the record with the user's revision, if given. */
export function atRevision<T extends ApiRecord>(record: T, revision: number | undefined): Basis {
  return { id: record.id, revision: revision ?? record.revision };
}

/** Gives the id of a named scope; reads that of the own organisation. */
export async function resolveScope(
  service: Service,
  { level, id }: NamedScope,
): Promise<{ readonly level: NamedScope['level']; readonly id: string }> {
  if (id !== undefined) return { level, id };
  // Every organisation has this workspace, and every permitted caller can read it.
  const found = await service.json({ path: '/v1/workspaces/default' }, isOfOrganisation);
  return { level, id: found.org_id };
}

function isOfOrganisation(value: unknown): value is { readonly org_id: string } {
  return typeof value === 'object' && value !== null && 'org_id' in value && typeof value.org_id === 'string';
}
