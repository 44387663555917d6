/** Operations of scoped credentials: records, connecting, refreshing, and what gateways ask for a call. */
import { Type } from 'typebox';
import { InjectionAnswerSchema, InjectionQuestionSchema } from '../../injection.ts';
import { ChangeViewSchema } from '../changes.ts';
import { IdempotencyHeadersSchema, IfMatchHeadersSchema } from '../headers.ts';
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import {
  AskingGatewayParamsSchema,
  ConnectLinkSchema,
  ConnectRequestSchema,
  CreateCredentialSchema,
  CredentialHistoryQuerySchema,
  CredentialListQuerySchema,
  CredentialParamsSchema,
  EffectiveCredentialSchema,
  EffectiveQuerySchema,
  RevokeRequestSchema,
  RotateCredentialSchema,
  ScopedCredentialSchema,
  UpdateCredentialSchema,
} from './shapes.ts';

const path = '/v1/scoped-credentials';
const one = `${path}/:id` as const;
const tag = 'scoped-credentials';

export const scopedCredentials = {
  list: defineOperation({
    id: 'scopedCredentials.list',
    method: 'GET',
    path,
    tag,
    summary: 'List the credentials that you may see, newest first',
    description: 'No answer holds a secret.',
    query: CredentialListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(ScopedCredentialSchema) },
  }),
  create: defineOperation({
    id: 'scopedCredentials.create',
    method: 'POST',
    path,
    tag,
    summary: 'Create a credential',
    description:
      'It is shared, belongs to an agent, or is your own for an agent. With its secret it is active at once; without it, it waits ' +
      'until somebody connects it.',
    body: CreateCredentialSchema,
    idempotent: true,
    etag: true,
    location: `${path}/{id}`,
    responses: { 201: ScopedCredentialSchema },
  }),
  getEffective: defineOperation({
    id: 'scopedCredentials.getEffective',
    method: 'GET',
    path: `${path}/effective`,
    tag,
    summary: 'Read which credential an agent uses for a service',
    description: 'The answer says why each other credential was not chosen.',
    query: EffectiveQuerySchema,
    responses: { 200: EffectiveCredentialSchema },
  }),
  get: defineOperation({
    id: 'scopedCredentials.get',
    method: 'GET',
    path: one,
    tag,
    summary: 'Read a credential',
    description: 'Revoked credentials can be read too.',
    params: CredentialParamsSchema,
    etag: true,
    responses: { 200: ScopedCredentialSchema },
  }),
  update: defineOperation({
    id: 'scopedCredentials.update',
    method: 'PATCH',
    path: one,
    tag,
    summary: 'Change how a credential is shared and added to calls',
    description: 'Only a rotation changes its secret. Its service and scope never change.',
    params: CredentialParamsSchema,
    body: UpdateCredentialSchema,
    ifMatch: true,
    etag: true,
    responses: { 200: ScopedCredentialSchema },
  }),
  remove: defineOperation({
    id: 'scopedCredentials.remove',
    method: 'DELETE',
    path: one,
    tag,
    summary: 'Revoke a credential by DELETE',
    description: 'This is the same as revoking: the record stays for the log. A repeated call returns 204 too.',
    params: CredentialParamsSchema,
    responses: { 204: Type.Null() },
  }),
  history: defineOperation({
    id: 'scopedCredentials.history',
    method: 'GET',
    path: `${one}/history`,
    tag,
    summary: 'List the changes of a credential, newest first',
    params: CredentialParamsSchema,
    query: CredentialHistoryQuerySchema,
    paged: true,
    responses: { 200: PageSchema(ChangeViewSchema) },
  }),
  rotate: defineOperation({
    id: 'scopedCredentials.rotate',
    method: 'POST',
    path: `${one}/rotate`,
    tag,
    summary: 'Give a credential a new secret',
    description:
      'The old secret stays valid for the overlap. One of two rotations at the same time is refused, and so is one with ' +
      'a stale `If-Match`, which is optional here.',
    params: CredentialParamsSchema,
    headers: IfMatchHeadersSchema,
    body: RotateCredentialSchema,
    idempotent: true,
    etag: true,
    responses: { 200: ScopedCredentialSchema },
  }),
  revoke: defineOperation({
    id: 'scopedCredentials.revoke',
    method: 'POST',
    path: `${one}/revoke`,
    tag,
    summary: 'Revoke a credential immediately and permanently',
    description: 'Its secrets are destroyed. A repeated call changes nothing, with or without `Idempotency-Key`.',
    params: CredentialParamsSchema,
    headers: IdempotencyHeadersSchema,
    body: RevokeRequestSchema,
    etag: true,
    responses: { 200: ScopedCredentialSchema },
  }),
  connect: defineOperation({
    id: 'scopedCredentials.connect',
    method: 'POST',
    path: `${one}/connect`,
    tag,
    summary: 'Get a link to connect a credential',
    description:
      'The link is valid for 10 minutes. The person that the credential belongs to, or a manager of what it is for, ' +
      'opens it and signs in at the other side. A repeat makes another link.',
    params: CredentialParamsSchema,
    body: ConnectRequestSchema,
    noStore: true,
    responses: { 200: ConnectLinkSchema },
  }),
  refresh: defineOperation({
    id: 'scopedCredentials.refresh',
    method: 'POST',
    path: `${one}/refresh`,
    tag,
    summary: 'Get a new token from the other service now',
    description:
      'The verifier does this automatically when it is due. For kinds with tokens of the other side (`oauth2_code`, ' +
      '`client_credentials`), by everybody who may change the credential. Calls at the same time are one refresh. ' +
      'Status `reauth_required` in the answer: the other side refused, and somebody has to connect again. 409 ' +
      '(`not_refreshable`, `credential_ended`) if there is nothing to refresh; 502 if the other side does not answer, ' +
      'which changes nothing.',
    params: CredentialParamsSchema,
    noStore: true,
    responses: { 200: ScopedCredentialSchema },
  }),
  inject: defineOperation({
    id: 'scopedCredentials.inject',
    method: 'POST',
    path: '/v1/gateways/:id/credentials',
    tag,
    summary: 'Get the credentials for one call of an agent',
    description:
      'Only for gateways; people are refused, whatever their role. The answer holds headers, variables or a certificate, ' +
      'with the secret in them. The credential is the one that `GET /v1/scoped-credentials/effective` names. For a ' +
      'person only under their consent that holds now (403 `no_active_delegation`), and never with a credential of ' +
      'another person. `failed` names the credential that the other side answered 401 to: it is refreshed once, and an ' +
      'answer of the same version means that there is no other. Never write the answer anywhere: it may be kept in ' +
      'memory for `good_for_s`.',
    params: AskingGatewayParamsSchema,
    body: InjectionQuestionSchema,
    noStore: true,
    responses: { 200: InjectionAnswerSchema },
  }),
} as const;
