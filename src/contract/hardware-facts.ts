/**
 * Facts of a verified hardware report about a key. They are stored with the key attestation and appraised later:
 * vector and reasons of the check, and how long its parts are valid.
 */
import { type Static, Type } from 'typebox';
import { TierSchema, TrustVectorSchema } from './passport.ts';

const NullableText = Type.Union([Type.String(), Type.Null()]);

/** One report, of a processor or of a GPU beside it. */
export const HardwareFactsSchema = Type.Object({
  report_kind: Type.String({ description: 'snp, tdx, sgx, nitro, nvidia, az-snp, az-tdx' }),
  accepted: Type.Boolean({ description: 'genuine, in date, not debug, and nothing of the given policy failed' }),
  tier: TierSchema,
  vector: TrustVectorSchema,
  reasons: Type.Array(Type.String(), { description: 'stable codes; empty exactly when accepted' }),
  notes: Type.Array(Type.String(), { description: 'what was not proven, in words' }),
  roots_profile: Type.String({ description: '`production` for the pinned vendor roots; anything else is a test' }),
  tcb_status: NullableText,
  advisories: Type.Array(Type.String()),
  collateral_hashes: Type.Array(Type.String(), { description: '`sha256:<hex>` of each piece of collateral used' }),
  valid_until: Type.Object(
    { leaf: NullableText, collateral: NullableText },
    { description: 'RFC 3339: end of the leaf certificate, earliest nextUpdate of the collateral' },
  ),
  report: Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()], {
    description: 'every field of the report by its name',
  }),
  evaluated_at: Type.String(),
});

/** The report of the processor, and of the GPU where there is one. */
export const KeyHardwareSchema = Type.Object({ cpu: HardwareFactsSchema, gpu: Type.Optional(HardwareFactsSchema) });

/** Name of the roots that the product pins. */
export const productionRoots = 'production';

export type HardwareFacts = Static<typeof HardwareFactsSchema>;
export type KeyHardware = Static<typeof KeyHardwareSchema>;
