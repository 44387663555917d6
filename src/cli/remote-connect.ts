/** Requests of the CLI to connect a credential: a link, and the state of the credential meanwhile. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { CommandIo } from './command.ts';
import type { ParsedArguments } from './options.ts';
import { connectService } from './service.ts';
import { NullableText } from './wire-page.ts';

const ConnectLinkShape = Type.Object({ connect_url: Type.String(), expires_at: Type.String() });
const StandingShape = Type.Object({
  id: Type.String(),
  service: Type.String(),
  status: Type.String(),
  version: Type.Integer(),
  revision: Type.Integer(),
  upstream_account: NullableText,
  granted_scopes: Type.Array(Type.String()),
});

const connectLink = Compile(ConnectLinkShape);
const standing = Compile(StandingShape);

export type ConnectLink = Type.Static<typeof ConnectLinkShape>;
export type Standing = Type.Static<typeof StandingShape>;

export interface RemoteConnect {
  link(id: string, scopes: readonly string[]): Promise<ConnectLink>;
  get(id: string): Promise<Standing>;
}

/** @throws UsageError */
export function connectConnecting(io: CommandIo, args: ParsedArguments): RemoteConnect {
  const service = connectService('verifier', io, args);
  const at = (id: string) => `/v1/scoped-credentials/${encodeURIComponent(id)}`;
  return {
    link: (id, scopes) =>
      service.json(
        { method: 'POST', path: `${at(id)}/connect`, body: scopes.length === 0 ? {} : { scopes } },
        (value): value is ConnectLink => connectLink.Check(value),
      ),
    get: (id) => service.json({ path: at(id) }, (value): value is Standing => standing.Check(value)),
  };
}
