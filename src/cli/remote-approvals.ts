/** Requests of commands about approvals. */
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { type Listed, readList } from './page.ts';
import { connectService } from './service.ts';
import { type Approval, approval, approvalPage } from './wire-approvals.ts';

export interface RemoteApprovals {
  list(query: Readonly<Record<string, string | undefined>>, limit: number): Promise<Listed<Approval>>;
  get(id: string): Promise<Approval>;
  request(body: object): Promise<Approval>;
  step(id: string, step: 'approve' | 'deny' | 'cancel', body: object): Promise<Approval>;
}

/** @throws UsageError */
export function connectApprovals(io: CommandIo, args: ParsedArguments): RemoteApprovals {
  const service = connectService('verifier', io, args);
  const path = '/v1/approvals';
  const at = (...names: readonly string[]) => [path, ...names.map(encodeURIComponent)].join('/');
  const isOne = (value: unknown): value is Approval => approval.Check(value);
  return {
    list: (query, limit) => readList(service, { path, query, limit, isPage: (value) => approvalPage.Check(value) }),
    get: (id) => service.json({ path: at(id) }, isOne),
    request: (body) => service.json({ method: 'POST', path, body }, isOne),
    step: (id, step, body) => service.json({ method: 'POST', path: at(id, step), body }, isOne),
  };
}
