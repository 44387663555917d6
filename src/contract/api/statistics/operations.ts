/** Operations of statistics. */
import { defineOperation } from '../operation.ts';
import {
  ExchangeStatisticsQuerySchema,
  ExchangeStatisticsSchema,
  OverviewSchema,
  TopQuerySchema,
  TopStatisticsSchema,
} from './shapes.ts';

const path = '/v1/statistics';
const tag = 'statistics';

export const statistics = {
  exchanges: defineOperation({
    id: 'statistics.exchanges',
    method: 'GET',
    path: `${path}/exchanges`,
    tag,
    summary: 'Count exchanges over time, with the latency that judging added',
    description:
      'Minutes can be asked for 2 days back, hours for 32 days back, days without end. Intervals are those of UTC.',
    query: ExchangeStatisticsQuerySchema,
    responses: { 200: ExchangeStatisticsSchema },
  }),
  top: defineOperation({
    id: 'statistics.top',
    method: 'GET',
    path: `${path}/top`,
    tag,
    summary: 'List the reasons, agents, models, workspaces, auditors or tools of the most exchanges',
    description: 'The range is rounded to hours in the last 8 days, and to days (UTC) before.',
    query: TopQuerySchema,
    responses: { 200: TopStatisticsSchema },
  }),
  overview: defineOperation({
    id: 'statistics.overview',
    method: 'GET',
    path: `${path}/overview`,
    tag,
    summary: 'Read what waits for people, and how passports, gateways and auditors are',
    responses: { 200: OverviewSchema },
  }),
} as const;
