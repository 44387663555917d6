/** Operations on gateways: the documents that they poll for, their reports, and the rollout of a revision. */
import { Type } from 'typebox';
import { GatewayReportSchema } from '../../control/gateway-report.ts';
import { OutsideSubjectQuestionSchema, OutsideSubjectSchema } from '../../outside-subject.ts';
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import {
  GatewayListQuerySchema,
  GatewayParamsSchema,
  GatewaySchema,
  PollHeadersSchema,
  RolloutQuerySchema,
  RolloutSchema,
} from './shapes.ts';

const path = '/v1/gateways';
const tag = 'gateways';
/** A signed document (RFC 7519 section 10.3.1). */
const produces = 'application/jwt';
const unchanged = Type.Null({ description: 'The gateway has the newest document, and the wait is over' });

export const gateways = {
  getBundle: defineOperation({
    id: 'gateways.getBundle',
    method: 'GET',
    path: `${path}/:id/bundle`,
    tag,
    summary: 'Read the signed configuration for the gateways of an organisation',
    description: 'With `Prefer: wait=…` the call waits for a change.',
    params: GatewayParamsSchema,
    headers: PollHeadersSchema,
    produces,
    responses: {
      200: Type.String({
        description: 'Compact JWS, typ config-bundle+jwt, ES256, signed by a key of the verifier',
      }),
      304: unchanged,
    },
  }),
  getStanding: defineOperation({
    id: 'gateways.getStanding',
    method: 'GET',
    path: `${path}/:id/standing`,
    tag,
    summary: 'Read the signed list of callers for the gateways of an organisation',
    description: 'It lists who may still call. With `Prefer: wait=…` the call waits for a change.',
    params: GatewayParamsSchema,
    headers: PollHeadersSchema,
    produces,
    responses: {
      200: Type.String({
        description: 'Compact JWS, typ config-standing+jwt, ES256, signed by a key of the verifier',
      }),
      304: unchanged,
    },
  }),
  reportStatus: defineOperation({
    id: 'gateways.reportStatus',
    method: 'POST',
    path: `${path}/:id/status`,
    tag,
    summary: 'Report what a gateway runs and its problems',
    params: GatewayParamsSchema,
    body: GatewayReportSchema,
    responses: { 204: Type.Null() },
  }),
  list: defineOperation({
    id: 'gateways.list',
    method: 'GET',
    path,
    tag,
    summary: 'List gateways with the version that each runs, newest first',
    query: GatewayListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(GatewaySchema) },
  }),
  getRollout: defineOperation({
    id: 'gateways.getRollout',
    method: 'GET',
    path: `${path}/rollout`,
    tag,
    summary: 'Count the gateways that run a revision and list the others',
    query: RolloutQuerySchema,
    responses: { 200: RolloutSchema },
  }),
  get: defineOperation({
    id: 'gateways.get',
    method: 'GET',
    path: `${path}/:id`,
    tag,
    summary: 'Read a gateway',
    params: GatewayParamsSchema,
    responses: { 200: GatewaySchema },
  }),
  remove: defineOperation({
    id: 'gateways.remove',
    method: 'DELETE',
    path: `${path}/:id`,
    tag,
    summary: 'Remove a gateway that no longer exists',
    description: 'A gateway that polls again is listed again.',
    params: GatewayParamsSchema,
    responses: { 204: Type.Null() },
  }),
  findOutsideSubject: defineOperation({
    id: 'gateways.findOutsideSubject',
    method: 'POST',
    path: `${path}/:id/outside-subject`,
    tag,
    summary: 'Find the person behind a subject of the outside issuer',
    description:
      'Only for MCP gateways that accept tokens of VERIFIER_OIDC_ISSUER. It finds only people who signed in here, or called ' +
      'this API, with an account of that issuer before.',
    params: GatewayParamsSchema,
    body: OutsideSubjectQuestionSchema,
    responses: { 200: OutsideSubjectSchema },
  }),
} as const;
