/** Requests of commands about the audit log. They need an admin, such as the operator token. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { type AuditEntry, AuditEntrySchema, auditExportMediaType } from '../contract/audit-log.ts';
import type { CommandIo } from './command.ts';
import { withOperatorToken } from './operator-token.ts';
import type { ParsedArguments } from './options.ts';
import { type Listed, readList } from './page.ts';
import { connectService } from './service.ts';
import { pageOf } from './wire-page.ts';

type Query = Readonly<Record<string, string | undefined>>;

export interface AuditReader {
  list(query: Query, limit: number): Promise<Listed<AuditEntry>>;
  export(query: Query): Promise<AsyncIterable<Uint8Array>>;
  /** Asks the verifier to walk its own chain. */
  verify(query: Query): Promise<AuditVerification>;
}

const path = '/v1/audit-logs';
const entryPage = Compile(pageOf(AuditEntrySchema));
const HeadShape = Type.Object({ seq: Type.Integer(), hash: Type.String() });
const VerificationShape = Type.Object({
  org_id: Type.String(),
  intact: Type.Boolean(),
  entries: Type.Integer(),
  head: HeadShape,
  broken: Type.Union([
    Type.Object({ seq: Type.Integer(), differs: Type.String(), expected: Type.String(), found: Type.String() }),
    Type.Null(),
  ]),
  contains_known: Type.Union([Type.Boolean(), Type.Null()]),
});
const verification = Compile(VerificationShape);
export type AuditVerification = Type.Static<typeof VerificationShape>;

/** A log of millions of entries is walked in minutes. */
const walkMs = 10 * 60_000;

/** @throws UsageError */
export async function connectAudit(io: CommandIo, args: ParsedArguments): Promise<AuditReader> {
  const service = connectService('verifier', await withOperatorToken(io, args, 'verifier'), args);
  return {
    list: (query, limit) => readList(service, { path, query, limit, isPage: (value) => entryPage.Check(value) }),
    export: (query) => service.download({ path: `${path}/export`, query, accept: auditExportMediaType }),
    verify: (query) =>
      service.json({ path: `${path}/verify`, query, timeoutMs: walkMs }, (value) => verification.Check(value)),
  };
}
