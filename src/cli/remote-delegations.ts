/** Requests of commands about delegations. */
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { type Listed, readList } from './page.ts';
import { connectService } from './service.ts';
import { type Approval, approval, approvalPage } from './wire-approvals.ts';
import { type Delegation, delegation, delegationPage } from './wire-delegations.ts';

type Query = Readonly<Record<string, string | undefined>>;

export interface RemoteDelegations {
  /** Of one agent, or of the caller. */
  list(agentId: string | undefined, query: Query, limit: number): Promise<Listed<Delegation>>;
  pending(agentId: string, limit: number): Promise<Listed<Approval>>;
  get(agentId: string, id: string): Promise<Delegation>;
  request(body: object): Promise<Approval>;
  grant(agentId: string, body: object): Promise<Delegation>;
  /** From the named revision, or the current one. */
  narrow(agentId: string, id: string, body: object, revision: number | undefined): Promise<Delegation>;
  revoke(agentId: string, id: string, reason: string | undefined): Promise<void>;
}

/** @throws UsageError */
export function connectDelegations(io: CommandIo, args: ParsedArguments): RemoteDelegations {
  const service = connectService('verifier', io, args);
  const at = (agentId: string, ...names: readonly string[]) =>
    ['/v1/agents', encodeURIComponent(agentId), 'delegations', ...names.map(encodeURIComponent)].join('/');
  const mine = '/v1/on-behalf-of';
  const isOne = (value: unknown): value is Delegation => delegation.Check(value);
  const isPage = (value: unknown) => delegationPage.Check(value);
  const get: RemoteDelegations['get'] = (agentId, id) => service.json({ path: at(agentId, id) }, isOne);
  return {
    get,
    list: (agentId, { subject, ...query }, limit) =>
      agentId === undefined
        ? readList(service, { path: mine, query: { ...query, subject }, limit, isPage })
        : readList(service, { path: at(agentId), query: { ...query, subject_id: subject }, limit, isPage }),
    pending: (agentId, limit) =>
      readList(service, {
        ...{ path: at(agentId, 'pending'), query: {}, limit },
        isPage: (value) => approvalPage.Check(value),
      }),
    request: (body) =>
      service.json({ method: 'POST', path: `${mine}/authorize`, body }, (value): value is Approval =>
        approval.Check(value),
      ),
    grant: (agentId, body) => service.json({ method: 'POST', path: at(agentId), body }, isOne),
    async narrow(agentId, id, body, revision) {
      const from = revision ?? (await get(agentId, id)).revision;
      return service.json({ method: 'PATCH', path: at(agentId, id), body, revision: from }, isOne);
    },
    revoke: (agentId, id, reason) => service.empty({ method: 'DELETE', path: at(agentId, id), query: { reason } }),
  };
}
