/**
 * Requirements of an owner on a report beyond being genuine: reference values, TCB floors, settings (RFC 9334 section
 * 8.5).
 */
import { type Static, Type } from 'typebox';
import { createShape } from '../shape.ts';

const hex = Type.String({ pattern: '^([0-9a-fA-F]{2})+$', maxLength: 1024 });
const level = Type.Integer({ minimum: 0, maximum: 255 });

export const ReportPolicySchema = Type.Object(
  {
    measurements: Type.Optional(
      Type.Record(Type.String({ pattern: '^[a-z][a-z0-9_]{0,31}$' }), Type.Array(hex, { minItems: 1, maxItems: 256 }), {
        additionalProperties: false,
        maxProperties: 64,
        description:
          'Allowed values by register, named as in `report` (measurement, mrtd, rtmr0, mrenclave, mrsigner, pcr0 …); every register named here must have one of its values',
      }),
    ),
    report_data: Type.Optional(hex),
    minimum_tcb: Type.Optional(
      Type.Object(
        {
          fmc: Type.Optional(level),
          bootloader: Type.Optional(level),
          tee: Type.Optional(level),
          snp: Type.Optional(level),
          microcode: Type.Optional(level),
        },
        { additionalProperties: false, description: 'AMD: lowest reported TCB, by component' },
      ),
    ),
    tcb_statuses: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), {
        maxItems: 16,
        description:
          'Intel: accepted TCB statuses; without it every status except Revoked is accepted and affects the tier',
      }),
    ),
    allowed_advisories: Type.Optional(
      Type.Array(Type.String({ maxLength: 64 }), { maxItems: 256, description: 'Accepted advisories' }),
    ),
    require_revocation: Type.Optional(
      Type.Boolean({ description: 'Refuse a report if a revocation list is missing (default false)' }),
    ),
    vmpl: Type.Optional(
      Type.Array(Type.Integer({ minimum: 0, maximum: 3 }), {
        maxItems: 4,
        description: 'AMD: allowed VMPLs (default 0)',
      }),
    ),
    leaf_kinds: Type.Optional(
      Type.Array(Type.Enum(['vcek', 'vlek']), { description: 'AMD: allowed kinds of leaf certificate' }),
    ),
    allow_smt: Type.Optional(Type.Boolean({ description: 'AMD: allow simultaneous multi-threading (default true)' })),
    allow_migration: Type.Optional(
      Type.Boolean({
        description:
          'AMD, Intel TDX: allow migration of the guest (default false); an explicit false also refuses a service TD that no reference value names',
      }),
    ),
    max_age_s: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: 31_536_000,
        description: 'Nitro: oldest accepted timestamp of the document',
      }),
    ),
  },
  { $id: 'ReportPolicy', additionalProperties: false },
);

export type ReportPolicy = Static<typeof ReportPolicySchema>;

/** Parses a policy. Unknown or wrong members are refused, with the place. */
export const parseReportPolicy = createShape(ReportPolicySchema, 'the report policy');
