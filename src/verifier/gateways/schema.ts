/** Wire shapes of gateways and of the rollout of a revision. */

import { type Static, Type } from 'typebox';
import { pageQuery } from '../../contract/api/page.ts';
import { GatewayProblemSchema, GatewayReportSchema, gatewayIdPattern } from '../../contract/control/gateway-report.ts';

/**
 * `current` runs what holds; `behind` does not, or not all of it: the standing is missing; `refusing` was sent it and keeps
 * it out; `away` was not seen for a minute and a half.
 */
export const gatewayStates = ['current', 'behind', 'refusing', 'away'] as const;
export const GatewayStateSchema = Type.Enum(gatewayStates);

const RunningSchema = Type.Union([Type.Object({ lineage: Type.String(), revision: Type.Integer() }), Type.Null()], {
  description: 'the bundle that it runs; null: none',
});

export const GatewaySchema = Type.Object(
  {
    id: Type.String(),
    org_id: Type.String(),
    running: RunningSchema,
    source: Type.Union([GatewayReportSchema.properties.source, Type.Null()]),
    behind: Type.Union([Type.Integer(), Type.Null()], {
      description: 'changes that it has not taken yet, counted up to 1,000; null: it cannot be told',
    }),
    state: GatewayStateSchema,
    refused: Type.Union([GatewayReportSchema.properties.refused, Type.Null()]),
    problems: Type.Array(GatewayProblemSchema),
    build: Type.Union([Type.String(), Type.Null()]),
    first_seen_at: Type.String(),
    last_seen_at: Type.String({ description: 'to a quarter of a minute' }),
    reported_at: Type.Union([Type.String(), Type.Null()]),
  },
  { $id: 'Gateway' },
);

export const RolloutSchema = Type.Object(
  {
    lineage: Type.String(),
    revision: Type.Integer(),
    changed_at: Type.Union([Type.String(), Type.Null()], { description: 'when it came to hold; null: no change yet' }),
    withheld: Type.Union([Type.String(), Type.Null()], {
      description: 'why the newest configuration is not given to gateways, which go on by the one before; null: it is',
    }),
    complete: Type.Boolean({ description: 'every known gateway has taken it' }),
    counts: Type.Object({
      total: Type.Integer(),
      reached: Type.Integer(),
      behind: Type.Integer(),
      refusing: Type.Integer(),
      away: Type.Integer(),
    }),
    missing: Type.Array(Type.Object({ id: Type.String(), state: GatewayStateSchema, running: RunningSchema }), {
      description: 'the first 100 that have not',
    }),
  },
  { $id: 'Rollout' },
);

export const GatewayParamsSchema = Type.Object({ id: Type.String({ pattern: gatewayIdPattern }) });
export const GatewayListQuerySchema = Type.Object(pageQuery, { additionalProperties: false });
export const RolloutQuerySchema = Type.Object(
  {
    revision: Type.Optional(
      Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description: 'default: the one that holds' }),
    ),
  },
  { additionalProperties: false },
);
export const PollHeadersSchema = Type.Object({
  'if-none-match': Type.Optional(
    Type.String({
      maxLength: 1_024,
      description: 'ETag of the bundle that the gateway runs; further ones are those it keeps out',
    }),
  ),
  prefer: Type.Optional(
    Type.String({ maxLength: 512, description: '`wait=30`: seconds to wait for a change, at most 60' }),
  ),
});

export type Gateway = Static<typeof GatewaySchema>;
export type GatewayState = Static<typeof GatewayStateSchema>;
export type Rollout = Static<typeof RolloutSchema>;
