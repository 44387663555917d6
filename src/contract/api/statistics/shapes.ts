/** Wire shapes of statistics. docs/statistics.md says what each number counts. */
import { type Static, type TSchema, Type } from 'typebox';
import { tiers } from '../../passport.ts';
import { requestTime } from '../../request-time.ts';
import { AgentIdSchema } from '../agents/shapes.ts';
import { GatewaySchema } from '../gateways/shapes.ts';

export const statisticsIntervals = ['minute', 'hour', 'day'] as const;
export const topKinds = ['reason', 'agent', 'model', 'workspace', 'auditor', 'tool'] as const;

/** Most points of one answer. */
export const maxPoints = 1_000;
export const defaultTop = 10;
export const maxTop = 100;

const counted = {
  exchanges: Type.Integer({ description: 'allowed and denied' }),
  allowed: Type.Integer({ description: 'the exchange went on, by the enforced decision' }),
  denied: Type.Integer({ description: 'the exchange was stopped, by the enforced decision' }),
  redacted: Type.Integer({ description: 'parts of its text were replaced' }),
  escalated: Type.Integer({ description: 'a policy asked for the approval of a person' }),
  warned: Type.Integer({ description: 'a policy that fired asked to warn' }),
  would_deny: Type.Integer({ description: 'observe mode: the policies denied, and the exchange went on' }),
};

export const ExchangeCountsSchema = Type.Object(counted, { $id: 'ExchangeCounts' });

const percentile = (part: string) =>
  Type.Number({ description: `${part} of the exchanges took no longer, within 10% (exact up to 10 ms)` });

/** The time that judging added to exchanges, in milliseconds. */
export const AddedLatencySchema = Type.Object(
  {
    mean_ms: Type.Number({ description: 'exact' }),
    p50_ms: percentile('50%'),
    p90_ms: percentile('90%'),
    p95_ms: percentile('95%'),
    p99_ms: percentile('99%'),
  },
  { $id: 'AddedLatency' },
);

const nullable = <T extends TSchema>(schema: T, description: string) =>
  Type.Union([schema, Type.Null()], { description });
const latency = nullable(AddedLatencySchema, 'Time that judging added; null without exchanges');
const from = Type.String({ description: 'Start of what is counted, at the start of an interval (UTC)' });
const to = Type.String({ description: 'End of what is counted, exclusive' });

export const ExchangeStatisticsSchema = Type.Object(
  {
    from,
    to,
    interval: Type.Enum(statisticsIntervals),
    points: Type.Array(
      Type.Object({
        start: Type.String(),
        ...counted,
        added_latency: latency,
      }),
      { maxItems: maxPoints, description: 'One for each interval, oldest first, also those without exchanges' },
    ),
    total: Type.Object({ ...counted, added_latency: latency }),
  },
  { $id: 'ExchangeStatistics' },
);

export const TopItemSchema = Type.Object(
  {
    name: Type.String({ description: 'The reason, id or name; `server/tool` for a tool of a server' }),
    ...counted,
    mean_ms: nullable(
      Type.Number(),
      'Mean of the time that judging added; for an auditor, of its own time in an exchange',
    ),
    failed: Type.Optional(Type.Integer({ description: 'Only of auditors: exchanges in which it failed' })),
    late: Type.Optional(Type.Integer({ description: 'Only of auditors: exchanges in which it was late' })),
  },
  { $id: 'TopItem' },
);

export const TopStatisticsSchema = Type.Object(
  {
    by: Type.Enum(topKinds),
    from,
    to,
    items: Type.Array(TopItemSchema, { maxItems: maxTop }),
    has_more: Type.Boolean({ description: 'There are more names than `limit`' }),
  },
  { $id: 'TopStatistics' },
);

const tierCounts = Object.fromEntries(tiers.map((tier) => [tier, Type.Integer()])) as Record<
  (typeof tiers)[number],
  ReturnType<typeof Type.Integer>
>;

export const OverviewSchema = Type.Object(
  {
    at: Type.String(),
    passports: Type.Object(
      {
        valid: Type.Object(tierCounts, { description: 'By status' }),
        expired: Type.Integer(),
        revoked: Type.Integer(),
      },
      { description: 'The newest passport of each agent at each gateway' },
    ),
    waiting: Type.Object(
      {
        approvals: Type.Integer({ description: 'Pending requests that the caller sees, without requests for consent' }),
        delegations: Type.Integer({ description: 'Pending requests for consent that the caller sees' }),
        quarantined_apps: Type.Integer({ description: 'Installed apps whose tools changed and wait for approval' }),
        access_reviews: Type.Integer({ description: 'Reviews in progress with decisions to take' }),
        invitations: Type.Integer({ description: 'Invitations that nobody accepted yet and that still hold' }),
      },
      { description: 'Pending work of people' },
    ),
    gateways: Type.Object({
      total: Type.Integer(),
      newest: Type.Object(
        { lineage: Type.String(), revision: Type.Integer() },
        { description: 'Configuration that gateways should run' },
      ),
      withheld: nullable(Type.String(), 'Reason why gateways get the configuration before it; null: they get it'),
      items: Type.Array(
        Type.Object({
          ...Type.Pick(GatewaySchema, ['id', 'running', 'behind', 'state', 'problems', 'build', 'last_seen_at'])
            .properties,
          ready: Type.Boolean({ description: 'It runs the newest configuration and reports no problem' }),
        }),
        { maxItems: 100, description: 'The newest 100' },
      ),
    }),
    auditors: Type.Array(
      Type.Object({
        name: Type.String(),
        exchanges: Type.Integer(),
        failed: Type.Integer(),
        late: Type.Integer(),
        mean_ms: nullable(Type.Number(), 'Mean of its time in an exchange'),
      }),
      { maxItems: 100, description: 'As the Evidence of this hour and the hour before tells; the 100 busiest' },
    ),
  },
  { $id: 'Overview' },
);

const range = {
  from: Type.Optional(
    requestTime({ description: 'Rounded down to the start of an interval; default: 24 hours before `to`' }),
  ),
  to: Type.Optional(requestTime({ description: 'Exclusive, rounded up to the end of an interval; default: now' })),
  workspace_id: Type.Optional(AgentIdSchema),
  agent_id: Type.Optional(AgentIdSchema),
};

export const ExchangeStatisticsQuerySchema = Type.Object(
  {
    ...range,
    interval: Type.Optional(
      Type.Enum(statisticsIntervals, {
        description: 'Default: minute up to 6 hours, hour up to 14 days, day beyond',
      }),
    ),
  },
  { additionalProperties: false },
);

export const TopQuerySchema = Type.Object(
  {
    by: Type.Enum(topKinds),
    ...range,
    sort: Type.Optional(
      Type.Enum(['exchanges', 'allowed', 'denied', 'redacted', 'escalated', 'warned', 'would_deny'], {
        description: 'The count by which the names are ordered, highest first; default: exchanges',
      }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxTop, description: `default ${defaultTop}` })),
  },
  { additionalProperties: false },
);

export type StatisticsInterval = (typeof statisticsIntervals)[number];
export type TopKind = (typeof topKinds)[number];
export type ExchangeCounts = Static<typeof ExchangeCountsSchema>;
export type AddedLatency = Static<typeof AddedLatencySchema>;
export type ExchangeStatistics = Static<typeof ExchangeStatisticsSchema>;
export type TopStatistics = Static<typeof TopStatisticsSchema>;
export type TopItem = Static<typeof TopItemSchema>;
export type Overview = Static<typeof OverviewSchema>;
