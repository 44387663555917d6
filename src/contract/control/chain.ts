/** The auditors behind a gateway (contract 2.9), and the auditors that a workspace asks in each phase (contract 2.10). */
import { type Static, Type } from 'typebox';

/** Contract 2.9 asks for a unique name only; these are the characters that policies, records and files can hold. */
const itemNamePattern = '^[A-Za-z0-9](?:[A-Za-z0-9 ._-]{0,62}[A-Za-z0-9._-])?$';
/** The rule of an item's name, for messages. */
export const itemNameRule =
  'must have 1 to 64 letters, digits, spaces, dots, hyphens or underscores, and begin with a letter or digit';

export const ChainItemSchema = Type.Object(
  {
    name: Type.String({ pattern: itemNamePattern, description: `Unique instance name: it ${itemNameRule}` }),
    description: Type.Optional(Type.String({ maxLength: 2_000 })),
    image: Type.String({ maxLength: 512, description: 'Image tag; `assay/<name>` is a built-in auditor' }),
    port: Type.Integer({ minimum: 1, maximum: 65535 }),
    env: Type.Optional(Type.Record(Type.String({ maxLength: 256 }), Type.String({ maxLength: 32_768 }))),
    url: Type.Optional(
      Type.String({ pattern: '^https?://', maxLength: 2_048, description: 'Where it is reached, if not on this host' }),
    ),
    auditor_id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 128,
        description:
          'Id that the auditor must answer with; if absent the name of the item, or that of a built-in image',
      }),
    ),
  },
  { additionalProperties: false },
);

/** Most items of a chain. */
export const maxChainItems = 64;

/** The members of a chain file. The contract has `chain` only; `extends` adds the items to the built-in ones. */
export const chainFileMembers = {
  extends: Type.Optional(
    Type.Literal('built-in', { description: 'The items are added to the built-in chain; without it they replace it' }),
  ),
  chain: Type.Array(ChainItemSchema, { minItems: 1, maxItems: maxChainItems }),
};

/** Items by their order (contract 2.9). */
export const ChainManifestSchema = Type.Object(chainFileMembers, { additionalProperties: false });

const AuditorRefSchema = Type.Object(
  { auditorId: Type.String({ pattern: '^[a-z][a-z0-9_-]{0,63}$' }) },
  { additionalProperties: false },
);

/** The auditors of a workspace by phase (contract 2.10, `spec.defaults.auditorChain`). */
export const AuditorChainSchema = Type.Object(
  {
    preRequest: Type.Optional(Type.Array(AuditorRefSchema, { maxItems: 64 })),
    postResponse: Type.Optional(Type.Array(AuditorRefSchema, { maxItems: 64 })),
  },
  { additionalProperties: false },
);

export type ChainItem = Static<typeof ChainItemSchema>;
export type ChainManifest = Static<typeof ChainManifestSchema>;
export type AuditorChain = Static<typeof AuditorChainSchema>;
