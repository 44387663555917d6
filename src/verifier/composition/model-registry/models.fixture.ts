/** Shared by tests of the model registry: people, models, versions and their files. */
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Database } from '../../../platform/db/db.ts';
import { testDatabaseKind } from '../../../platform/db/test-db.ts';
import type { Caller } from '../../../platform/http/access.ts';
import { type Answer, type Method, openTestVerifier, type TestVerifier } from '../../test-verifier.ts';
import { uploadsFolder } from './create.ts';
import type { ModelFileScan, ScanModelFile } from './scan-model-file.ts';

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
export const base = '/v1/registry/models';

/** Returns the result that the text of a file asks for: these tests are not about the scanner. */
export const scanByText: ScanModelFile = async (path) => {
  const text = await readFile(path, 'utf8');
  const verdict = text.includes('evil') ? 'unsafe' : text.includes('odd') ? 'unchecked' : 'clean';
  const findings = verdict === 'clean' ? [] : [{ rule: 'a_rule', level: 'high', message: 'what was found' }];
  return { verdict, format: 'safetensors', findings } satisfies ModelFileScan;
};

/** A person of organisation `default`. */
export function aPerson(role: Caller['role'], user = `a-${role}`, change: Partial<Caller> = {}): Caller {
  const known = { organisation: 'default', authentication: 'oauth', scopes: 'all', isDeployment: false } as const;
  return { ...known, user, kind: 'person', role, ...change };
}

export interface ModelWorld {
  readonly verifier: TestVerifier;
  db(): Database['db'];
  as(caller: Caller, method: Method, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Creates a model with a name of its own. Returns its id. */
  aModel(more?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Creates a pending version of these files, by path. */
  aVersion(modelId: string, files: Readonly<Record<string, string>>): Promise<number>;
  aReady(modelId: string, text?: string): Promise<number>;
  /** Uploads as the operator `a-operator`, who registers everything here. */
  upload(at: readonly [string, number], path: string, bytes: string | Readable): Promise<Answer>;
  read(modelId: string, version: number): Promise<Record<string, unknown>>;
  leftFiles(): Promise<string[]>;
}

export const registrant = aPerson('operator');
export const reviewer = aPerson('reviewer');
export const admin = aPerson('admin');

let count = 0;

export async function openModelWorld(
  kind: Database['kind'] = testDatabaseKind,
  { env = {}, scanModelFile = scanByText }: { env?: Record<string, string>; scanModelFile?: ScanModelFile } = {},
): Promise<ModelWorld> {
  const callers = new Map<string, Caller>();
  const identify = { byCredential: ({ credential }: { readonly credential: string }) => callers.get(credential) };
  const verifier = await openTestVerifier(env, kind, { identify, scanModelFile });
  // Awaited here, so that the first test does not wait for it.
  await verifier.verifier().app.ready();
  const show = (caller: Caller): Record<string, string> => {
    const credential = `as-${Buffer.from(JSON.stringify(caller)).toString('base64url')}`;
    callers.set(credential, caller);
    return { 'x-assay-key': credential };
  };
  const as: ModelWorld['as'] = (caller, method, path, body, headers = {}) =>
    verifier.call(method, `${base}${path}`, { ...show(caller), ...headers }, body);
  const post = async (path: string, body: unknown): Promise<Record<string, unknown>> => {
    const answer = await as(registrant, 'POST', path, body);
    if (answer.status >= 300) throw new Error(`${path}: ${answer.raw.toString()}`);
    return answer.body;
  };
  const world: ModelWorld = {
    verifier,
    as,
    db: () => verifier.testDb.database().db,
    async aModel(more = {}) {
      count += 1;
      return String((await post('', { name: `model-${count}`, ...more }))['id']);
    },
    async aVersion(modelId, files) {
      const declared = Object.entries(files).map(([path, text]) => ({
        path,
        size: Buffer.byteLength(text),
        sha256: sha256(text),
      }));
      return Number((await post(`/${modelId}/versions`, { files: declared, format: 'safetensors' }))['version']);
    },
    async aReady(modelId, text = 'weights') {
      const version = await world.aVersion(modelId, { 'model.safetensors': text });
      const answer = await world.upload([modelId, version], 'model.safetensors', text);
      if (answer.body['status'] !== 'ready') throw new Error(answer.raw.toString());
      return version;
    },
    async upload([modelId, version], path, bytes) {
      const answer = await verifier.verifier().app.inject({
        method: 'PUT',
        url: `${base}/${modelId}/versions/${version}/files/${path}`,
        headers: { ...show(registrant), 'content-type': 'application/octet-stream' },
        payload: typeof bytes === 'string' ? Buffer.from(bytes) : bytes,
      });
      return { status: answer.statusCode, body: answer.json(), raw: answer.rawPayload, headers: answer.headers };
    },
    read: async (modelId, version) => (await as(registrant, 'GET', `/${modelId}/versions/${version}`)).body,
    leftFiles: () => readdir(join(verifier.testDb.dataDir, uploadsFolder)).catch(() => []),
  };
  return world;
}
