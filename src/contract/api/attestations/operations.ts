/** Operations of challenges and key attestations. */
import { Type } from 'typebox';
import { defineOperation } from '../operation.ts';
import { PageSchema } from '../page.ts';
import {
  AttestationDetailSchema,
  AttestationListQuerySchema,
  AttestationParamsSchema,
  AttestationSchema,
  ChallengeSchema,
  RegisterAttestationSchema,
  RevokeAttestationSchema,
  RevokedAttestationSchema,
} from './shapes.ts';

const path = '/v1/attestations';
const tag = 'attestations';

export const attestations = {
  createChallenge: defineOperation({
    id: 'attestations.createChallenge',
    method: 'POST',
    path: `${path}/challenge`,
    tag,
    summary: 'Create a nonce for a key attestation',
    description: 'One key attestation may answer it within five minutes.',
    body: Type.Optional(Type.Unknown()),
    responses: { 201: ChallengeSchema },
  }),
  register: defineOperation({
    id: 'attestations.register',
    method: 'POST',
    path,
    tag,
    summary: 'Register a key attestation',
    description: 'If it is already registered, the answer is 200 with the same record.',
    body: RegisterAttestationSchema,
    location: `${path}/{attestation_id}`,
    responses: { 200: AttestationSchema, 201: AttestationSchema },
  }),
  list: defineOperation({
    id: 'attestations.list',
    method: 'GET',
    path,
    tag,
    summary: 'List accepted key attestations, newest first',
    query: AttestationListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(AttestationSchema) },
  }),
  get: defineOperation({
    id: 'attestations.get',
    method: 'GET',
    path: `${path}/:id`,
    tag,
    summary: 'Read a key attestation with its document',
    params: AttestationParamsSchema,
    responses: { 200: AttestationDetailSchema },
  }),
  revoke: defineOperation({
    id: 'attestations.revoke',
    method: 'POST',
    path: `${path}/:id/revoke`,
    tag,
    summary: 'Revoke the key of a key attestation permanently',
    description:
      'Evidence that the key signs is refused from now on, and the passports that depend on the key are revoked.',
    params: AttestationParamsSchema,
    body: RevokeAttestationSchema,
    idempotent: true,
    responses: { 200: RevokedAttestationSchema },
  }),
} as const;
