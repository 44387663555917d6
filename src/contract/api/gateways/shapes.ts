/** Wire shapes of gateways and of the rollout of a revision. */

import { type Static, Type } from 'typebox';
import { GatewayProblemSchema, GatewayReportSchema, gatewayIdPattern } from '../../control/gateway-report.ts';
import { pageQuery } from '../page.ts';

/**
 * `current`: it runs the newest configuration. `behind`: it does not, or its standing is missing. `refusing`: it got
 * the newest configuration and refused it. `away`: it was not seen for 90 seconds.
 */
export const gatewayStates = ['current', 'behind', 'refusing', 'away'] as const;
export const GatewayStateSchema = Type.Enum(gatewayStates);

const VersionSchema = Type.Object(
  { lineage: Type.String(), revision: Type.Integer() },
  { $id: 'ConfigurationVersion' },
);
const RunningSchema = Type.Union([VersionSchema, Type.Null()], { description: 'The bundle that it runs; null: none' });

export const GatewaySchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    running: RunningSchema,
    source: Type.Union([GatewayReportSchema.properties.source, Type.Null()]),
    behind: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Number of changes that it does not run yet, counted up to 1,000; null: unknown',
    }),
    state: GatewayStateSchema,
    refused: Type.Union([GatewayReportSchema.properties.refused, Type.Null()]),
    problems: Type.Array(GatewayProblemSchema),
    build: Type.Union([Type.String(), Type.Null()]),
    first_seen_at: Type.String(),
    last_seen_at: Type.String({ description: 'Precise to 15 seconds' }),
    reported_at: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'Gateway' },
);

export const RolloutSchema = Type.Object(
  {
    lineage: Type.String(),
    revision: Type.Integer(),
    changed_at: Type.Union([Type.String(), Type.Null()], { description: 'Time of the change; null: no change yet' }),
    withheld: Type.Union([Type.String(), Type.Null()], {
      description:
        'Reason why gateways get the previous configuration instead of the newest; null: they get the newest',
    }),
    complete: Type.Boolean({ description: 'Every known gateway runs it' }),
    counts: Type.Object({
      total: Type.Integer(),
      reached: Type.Integer(),
      behind: Type.Integer(),
      refusing: Type.Integer(),
      away: Type.Integer(),
    }),
    missing: Type.Array(Type.Object({ id: Type.String(), state: GatewayStateSchema, running: RunningSchema }), {
      description: 'The first 100 gateways that do not run it',
    }),
  },
  { $id: 'Rollout' },
);

export const GatewayParamsSchema = Type.Object({ id: Type.String({ pattern: gatewayIdPattern }) });
export const GatewayListQuerySchema = Type.Object(pageQuery, { additionalProperties: false });
export const RolloutQuerySchema = Type.Object(
  {
    revision: Type.Optional(
      Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'Default: the newest' }),
    ),
  },
  { additionalProperties: false },
);
export const PollHeadersSchema = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({
      maxLength: 1_024,
      description: 'ETag of the bundle that the gateway runs, then the ETags of those that it refused',
    }),
  ),
  prefer: Type.Optional(
    Type.String({ maxLength: 512, description: '`wait=30`: seconds to wait for a change, at most 60' }),
  ),
});

export type Gateway = Static<typeof GatewaySchema>;
export type GatewayState = Static<typeof GatewayStateSchema>;
export type Rollout = Static<typeof RolloutSchema>;
