/** Shapes of API keys, with the members that the CLI shows. */
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { NullableText, pageOf } from './wire-page.ts';

const members = {
  id: Type.String(),
  alias: Type.String(),
  prefix: Type.String(),
  purpose: Type.String(),
  user_id: Type.String(),
  workspace_id: NullableText,
  agent_id: NullableText,
  workspace_ids: Type.Union([Type.Array(Type.String()), Type.Null()]),
  scopes: Type.Array(Type.String()),
  status: Type.String(),
  expires_at: Type.String(),
  last_used_at: NullableText,
  revoked_at: NullableText,
  overlap_until: NullableText,
  revision: Type.Integer(),
  created_at: Type.String(),
};

const KeyShape = Type.Object(members);
const ShownKeyShape = Type.Object({ ...members, key: Type.String() });

export const apiKey = Compile(KeyShape);
export const shownApiKey = Compile(ShownKeyShape);
export const apiKeyPage = Compile(pageOf(KeyShape));

export type ApiKey = Type.Static<typeof KeyShape>;
export type ShownApiKey = Type.Static<typeof ShownKeyShape>;
