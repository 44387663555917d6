/** Wire shapes of links to passports: anybody who has one can read the passport, until it is taken back. */
import { type Static, Type } from 'typebox';
import { BundleSchema } from '../../bundle.ts';
import { requestTime } from '../../request-time.ts';
import { PublicPassportSchema } from './shapes.ts';

/** Most links of one passport that work at the same time. */
export const maxPassportLinks = 100;
/** 256 random bits in base64url. */
export const passportLinkTokenPattern = '^[A-Za-z0-9_-]{43}$';

const Nullable = <T extends ReturnType<typeof Type.String>>(schema: T) => Type.Union([schema, Type.Null()]);

export const CreatePassportLinkSchema = Type.Object(
  {
    expires_at: Type.Optional(requestTime({ description: 'Never, if absent' })),
    label: Type.Optional(Type.String({ pattern: '^[^\\u0000-\\u001f]{0,200}$', description: 'For whom it is' })),
  },
  { $id: 'CreatePassportLink', additionalProperties: false, examples: [{ label: 'audit of 2026' }] },
);

const members = {
  id: Type.String(),
  passport_id: Type.String(),
  label: Type.String(),
  created_at: Type.String(),
  created_by: Type.String(),
  expires_at: Nullable(Type.String()),
  revoked_at: Nullable(Type.String()),
  state: Type.Union([Type.Literal('active'), Type.Literal('expired'), Type.Literal('revoked')]),
};

export const PassportLinkSchema = Type.Object(members, { $id: 'PassportLink' });

export const CreatedPassportLinkSchema = Type.Object(
  {
    ...members,
    token: Type.String({ description: 'In this answer only' }),
    url: Type.String({ description: 'Page that reads it; the token is behind the `#`, which browsers send to nobody' }),
  },
  { $id: 'CreatedPassportLink' },
);

export const PassportLinkParamsSchema = Type.Object({
  id: Type.String({ maxLength: 200 }),
  link_id: Type.String({ maxLength: 200 }),
});

export const ReadLinkedPassportSchema = Type.Object(
  { token: Type.String({ pattern: passportLinkTokenPattern }) },
  { $id: 'ReadLinkedPassport', additionalProperties: false },
);

export const LinkedPassportSchema = Type.Object(
  { passport: PublicPassportSchema, bundle: BundleSchema, expires_at: Nullable(Type.String()) },
  { $id: 'LinkedPassport' },
);

export type PassportLink = Static<typeof PassportLinkSchema>;
export type CreatedPassportLink = Static<typeof CreatedPassportLinkSchema>;
export type CreatePassportLink = Static<typeof CreatePassportLinkSchema>;
export type LinkedPassport = Static<typeof LinkedPassportSchema>;
