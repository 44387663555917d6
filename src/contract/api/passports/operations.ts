/** Operations of passports, their status and revocation, bundles, and public passports. */
import { Type } from 'typebox';
import { BundleSchema } from '../../bundle.ts';
import { passportMediaType } from '../../passport.ts';
import { defineOperation } from '../operation.ts';
import { PageQuerySchema, PageSchema } from '../page.ts';
import {
  CreatedPassportLinkSchema,
  CreatePassportLinkSchema,
  LinkedPassportSchema,
  PassportLinkParamsSchema,
  PassportLinkSchema,
  ReadLinkedPassportSchema,
} from './link-shapes.ts';
import {
  PassportListQuerySchema,
  PassportParamsSchema,
  PassportStatusSchema,
  PassportSummarySchema,
  PassportViewSchema,
  PublicPassportSchema,
  PublicStatusSchema,
  RevocationListQuerySchema,
  RevocationListSchema,
  RevokePassportSchema,
} from './shapes.ts';

const path = '/v1/passports';
const publicPath = '/v1/public/passports';
const tag = 'passports';

export const bundleMediaType = 'application/cbor';

export const passports = {
  list: defineOperation({
    id: 'passports.list',
    method: 'GET',
    path,
    tag,
    summary: 'List passports, newest first',
    query: PassportListQuerySchema,
    paged: true,
    responses: { 200: PageSchema(PassportSummarySchema) },
  }),
  get: defineOperation({
    id: 'passports.get',
    method: 'GET',
    path: `${path}/:id`,
    tag,
    summary: 'Read a passport',
    description: 'The answer is the record as JSON, or the bare JWS if `Accept` asks for it.',
    params: PassportParamsSchema,
    alsoProduces: [passportMediaType],
    responses: { 200: PassportViewSchema },
  }),
  exportBundle: defineOperation({
    id: 'passports.exportBundle',
    method: 'GET',
    path: `${path}/:id/evidence`,
    tag,
    summary: 'Export a passport with everything that proves it',
    description: 'The answer is JSON, or CBOR if `Accept` asks for it.',
    params: PassportParamsSchema,
    alsoProduces: [bundleMediaType],
    responses: { 200: BundleSchema },
  }),
  exportEvidenceBundle: defineOperation({
    id: 'evidence.exportBundle',
    method: 'GET',
    path: '/v1/evidence/:id/bundle',
    tag,
    summary: 'Export one piece of evidence with everything that proves it',
    description: 'The answer is JSON, or CBOR if `Accept` asks for it.',
    params: PassportParamsSchema,
    alsoProduces: [bundleMediaType],
    responses: { 200: BundleSchema },
  }),
} as const;

export const passportStatus = {
  listRevocations: defineOperation({
    id: 'passports.listRevocations',
    method: 'GET',
    path: `${path}/revocations`,
    tag,
    summary: 'List what was revoked since a time, signed',
    query: RevocationListQuerySchema,
    responses: { 200: RevocationListSchema },
  }),
  get: defineOperation({
    id: 'passports.getStatus',
    method: 'GET',
    path: `${path}/:id/status`,
    tag,
    summary: 'Read the state of a passport now',
    description: 'The answer has a short-lived signed token with the same content.',
    params: PassportParamsSchema,
    noStore: true,
    responses: { 200: PassportStatusSchema },
  }),
  revoke: defineOperation({
    id: 'passports.revoke',
    method: 'POST',
    path: `${path}/:id/revoke`,
    tag,
    summary: 'Revoke a passport permanently',
    description: 'A second call returns the first revocation.',
    params: PassportParamsSchema,
    body: RevokePassportSchema,
    idempotent: true,
    responses: { 200: PassportStatusSchema },
  }),
} as const;

export const passportLinks = {
  create: defineOperation({
    id: 'passports.createLink',
    method: 'POST',
    path: `${path}/:id/links`,
    tag,
    summary: 'Make a link by which anybody can read a passport and its proof',
    description: 'The link is in this answer only. The verifier keeps its hash.',
    params: PassportParamsSchema,
    body: CreatePassportLinkSchema,
    noStore: true,
    responses: { 201: CreatedPassportLinkSchema },
  }),
  list: defineOperation({
    id: 'passports.listLinks',
    method: 'GET',
    path: `${path}/:id/links`,
    tag,
    summary: 'List the links of a passport, newest first',
    params: PassportParamsSchema,
    query: PageQuerySchema,
    paged: true,
    responses: { 200: PageSchema(PassportLinkSchema) },
  }),
  revoke: defineOperation({
    id: 'passports.revokeLink',
    method: 'DELETE',
    path: `${path}/:id/links/:link_id`,
    tag,
    summary: 'Take back a link of a passport',
    description: 'It stops working at once.',
    params: PassportLinkParamsSchema,
    responses: { 204: Type.Null() },
  }),
} as const;

export const publicPassports = {
  readLinked: defineOperation({
    id: 'passports.readLinked',
    method: 'POST',
    path: '/v1/public/passport-links',
    tag,
    summary: 'Read the passport of a link without an account',
    description:
      'The answer is the public passport with its bundle. The token is in the body, so that it is in no log and no cache. A link that is unknown, expired or taken back answers 404.',
    body: ReadLinkedPassportSchema,
    noStore: true,
    responses: { 200: LinkedPassportSchema },
  }),
  get: defineOperation({
    id: 'passports.getPublic',
    method: 'GET',
    path: `${publicPath}/:id`,
    tag,
    summary: 'Read a public passport without an account',
    description:
      "A passport is public if the agent's owner allows it. The answer is JSON, or the bare JWS if `Accept` asks for it.",
    params: PassportParamsSchema,
    alsoProduces: [passportMediaType],
    responses: { 200: PublicPassportSchema },
  }),
  getStatus: defineOperation({
    id: 'passports.getPublicStatus',
    method: 'GET',
    path: `${publicPath}/:id/status`,
    tag,
    summary: 'Read the state of a public passport without an account',
    description: "A passport is public if the agent's owner allows it.",
    params: PassportParamsSchema,
    noStore: true,
    responses: { 200: PublicStatusSchema },
  }),
} as const;
