/** Requests of commands about the model registry. */
import { AppError } from '../platform/errors.ts';
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { type Listed, readList } from './page.ts';
import { connectService } from './service.ts';
import {
  type Model,
  type ModelAlias,
  type ModelVersion,
  model,
  modelAlias,
  modelPage,
  modelVersion,
  modelVersionPage,
} from './wire-models.ts';

export interface RemoteModels {
  list(query: Readonly<Record<string, string | undefined>>, limit: number): Promise<Listed<Model>>;
  /** By id or name. @throws AppError `not_found`. */
  get(named: string): Promise<Model>;
  versions(id: string, limit: number): Promise<Listed<ModelVersion>>;
  version(id: string, version: number): Promise<ModelVersion>;
  add(request: Readonly<Record<string, unknown>>): Promise<Model>;
  addVersion(id: string, request: Readonly<Record<string, unknown>>): Promise<ModelVersion>;
  /** Resolves once the file was scanned. */
  upload(at: ModelVersion, path: string, bytes: AsyncIterable<Uint8Array>): Promise<ModelVersion>;
  review(at: readonly [id: string, version: number], verb: string, body: object): Promise<ModelVersion>;
  moveAlias(id: string, name: string, version: number): Promise<ModelAlias>;
}

const path = '/v1/registry/models';
const at = (id: string) => `${path}/${encodeURIComponent(id)}`;
const isModel = (value: unknown): value is Model => model.Check(value);
const isPage = (value: unknown) => modelPage.Check(value);
const isVersion = (value: unknown): value is ModelVersion => modelVersion.Check(value);
const isVersionPage = (value: unknown) => modelVersionPage.Check(value);
const isAlias = (value: unknown): value is ModelAlias => modelAlias.Check(value);
/** The connection may be slow, and scanning a large file takes minutes. */
const uploadMs = 6 * 60 * 60 * 1000;

/** @throws UsageError */
export function connectModels(io: CommandIo, args: ParsedArguments): RemoteModels {
  const service = connectService('verifier', io, args);
  const list: RemoteModels['list'] = (query, limit) => readList(service, { path, query, limit, isPage });
  return {
    list,
    async get(named) {
      if (named.startsWith('mdl_')) return service.json({ path: at(named) }, isModel);
      const [found] = (await list({ name: named }, 1)).items;
      if (found !== undefined) return found;
      const detail = `No model is called ${named}: assay registry model list lists them`;
      throw new AppError('not_found', 'no such model', { detail });
    },
    versions: (id, limit) => readList(service, { path: `${at(id)}/versions`, query: {}, limit, isPage: isVersionPage }),
    version: (id, version) => service.json({ path: `${at(id)}/versions/${version}` }, isVersion),
    add: (body) => service.json({ method: 'POST', path, body }, isModel),
    addVersion: (id, body) => service.json({ method: 'POST', path: `${at(id)}/versions`, body }, isVersion),
    upload({ model_id: id, version }, file, bytes) {
      const name = file.split('/').map(encodeURIComponent).join('/');
      const call = { method: 'PUT', path: `${at(id)}/versions/${version}/files/${name}`, bytes } as const;
      return service.json({ ...call, timeoutMs: uploadMs }, isVersion);
    },
    review: ([id, version], verb, body) =>
      service.json({ method: 'POST', path: `${at(id)}/versions/${version}/${verb}`, body }, isVersion),
    moveAlias: (id, name, version) =>
      service.json(
        { method: 'PUT', path: `${at(id)}/aliases/${encodeURIComponent(name)}`, body: { version } },
        isAlias,
      ),
  };
}
