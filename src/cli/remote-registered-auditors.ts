/** Requests of commands about the auditor registry and about publishers. */
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { type Listed, readList } from './page.ts';
import { connectService } from './service.ts';
import {
  type Publisher,
  publisher,
  publisherPage,
  type RegisteredAuditor,
  registeredAuditor,
  registeredAuditorPage,
  type Verification,
  verification,
} from './wire-registered-auditors.ts';

export interface RemoteRegisteredAuditors {
  list(query: Readonly<Record<string, string | undefined>>, limit: number): Promise<Listed<RegisteredAuditor>>;
  get(id: string): Promise<RegisteredAuditor>;
  register(body: unknown): Promise<RegisteredAuditor>;
  verify(id: string, body: object): Promise<RegisteredAuditor>;
  verification(id: string, runId: string): Promise<Verification>;
  move(id: string, event: 'deprecate' | 'revoke', body: object): Promise<RegisteredAuditor>;
}

export interface RemotePublishers {
  list(limit: number): Promise<Listed<Publisher>>;
  add(body: object): Promise<Publisher>;
  /** Removes it at any revision. */
  remove(id: string): Promise<void>;
}

const path = '/v1/registry/auditors';
const publishersPath = '/v1/registry/publishers';
const at = (id: string) => `${path}/${encodeURIComponent(id)}`;
const isOne = (value: unknown): value is RegisteredAuditor => registeredAuditor.Check(value);
const isPublisher = (value: unknown): value is Publisher => publisher.Check(value);

/** @throws UsageError */
export function connectRegisteredAuditors(io: CommandIo, args: ParsedArguments): RemoteRegisteredAuditors {
  const service = connectService('verifier', io, args);
  return {
    list: (query, limit) =>
      readList(service, { path, query, limit, isPage: (value) => registeredAuditorPage.Check(value) }),
    get: (id) => service.json({ path: at(id) }, isOne),
    register: (body) => service.json({ method: 'POST', path, body }, isOne),
    verify: (id, body) => service.json({ method: 'POST', path: `${at(id)}/verify`, body }, isOne),
    verification: (id, runId) =>
      service.json({ path: `${at(id)}/verifications/${encodeURIComponent(runId)}` }, (value): value is Verification =>
        verification.Check(value),
      ),
    move: (id, event, body) => service.json({ method: 'POST', path: `${at(id)}/${event}`, body }, isOne),
  };
}

/** @throws UsageError */
export function connectPublishers(io: CommandIo, args: ParsedArguments): RemotePublishers {
  const service = connectService('verifier', io, args);
  const placeOf = (id: string) => `${publishersPath}/${encodeURIComponent(id)}`;
  return {
    list: (limit) =>
      readList(service, { path: publishersPath, query: {}, limit, isPage: (value) => publisherPage.Check(value) }),
    add: (body) => service.json({ method: 'POST', path: publishersPath, body }, isPublisher),
    async remove(id) {
      const { revision } = await service.json({ path: placeOf(id) }, isPublisher);
      await service.empty({ method: 'DELETE', path: placeOf(id), revision });
    },
  };
}
