/** Requests of commands about credentials. */
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { type Listed, readList } from './page.ts';
import { connectService, type Service } from './service.ts';
import {
  type Credential,
  credential,
  credentialPage,
  type EffectiveCredential,
  effectiveCredential,
} from './wire-credentials.ts';

type Query = Readonly<Record<string, string | undefined>>;

export interface RemoteCredentials {
  /** For further requests of a command. */
  readonly service: Service;
  list(query: Query, limit: number): Promise<Listed<Credential>>;
  get(id: string): Promise<Credential>;
  effective(query: Query): Promise<EffectiveCredential>;
  create(body: object): Promise<Credential>;
  /** Only from the named revision, if given. */
  rotate(id: string, body: object, revision: number | undefined): Promise<Credential>;
  /** Gives the credential's new state. */
  refresh(id: string): Promise<Credential>;
  revoke(id: string, reason: string | undefined): Promise<Credential>;
}

const path = '/v1/scoped-credentials';

/** @throws UsageError */
export function connectCredentials(io: CommandIo, args: ParsedArguments): RemoteCredentials {
  const service = connectService('verifier', io, args);
  const at = (id: string, ...names: readonly string[]) => [path, encodeURIComponent(id), ...names].join('/');
  const isOne = (value: unknown): value is Credential => credential.Check(value);
  return {
    service,
    list: (query, limit) => readList(service, { path, query, limit, isPage: (value) => credentialPage.Check(value) }),
    get: (id) => service.json({ path: at(id) }, isOne),
    effective: (query) =>
      service.json({ path: `${path}/effective`, query }, (value): value is EffectiveCredential =>
        effectiveCredential.Check(value),
      ),
    create: (body) => service.json({ method: 'POST', path, body }, isOne),
    rotate: (id, body, revision) => service.json({ method: 'POST', path: at(id, 'rotate'), body, revision }, isOne),
    refresh: (id) => service.json({ method: 'POST', path: at(id, 'refresh') }, isOne),
    revoke: (id, reason) =>
      service.json({ method: 'POST', path: at(id, 'revoke'), body: reason === undefined ? {} : { reason } }, isOne),
  };
}
