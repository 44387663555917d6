/**
 * The return of a person from the other service (RFC 6749 section 4.1.2). Its answers are pages, so it has no method of
 * the client; the OpenAPI document names it.
 */
import { Type } from 'typebox';
import { defineOperation, type Refusal } from '../operation.ts';

const path = '/v1/scoped-credentials/callback';
const page = (description: string): Refusal => ({ description, shape: Type.String(), produces: 'text/html' });

const text = (description: string) => Type.Optional(Type.String({ description }));

const shared = {
  method: 'GET',
  tag: 'scoped-credentials',
  query: Type.Object({
    state: text('The state that the person was sent away with'),
    code: text('The authorization code'),
    error: text('Why the other service gave no code (RFC 6749 section 4.1.2.1)'),
    error_description: text('The same in words'),
    iss: text('The issuer that answers (RFC 9207)'),
  }),
  produces: 'text/html',
  responses: { 200: Type.String() },
  refusals: {
    '4XX': page(
      'A page that says why nothing was connected: signed out, or the link is unknown, used, over or changed',
    ),
    '5XX': page('A page that says that the other service failed'),
  },
} as const;

const description =
  'The redirect URI of OAuth clients that the verifier registers at other services. The person must have the session and the ' +
  'cookie with which the link was opened.';

export const credentialCallbacks = {
  shared: defineOperation({
    ...shared,
    id: 'scopedCredentials.finishConnecting',
    path,
    summary: 'Finish connecting a credential, for a person who returns from another service',
    description,
  }),
  ofServer: defineOperation({
    ...shared,
    id: 'scopedCredentials.finishConnectingAtServer',
    path: `${path}/:server`,
    summary: 'Finish connecting a credential at the redirect URI of one authorization server',
    description: `${description} It is for servers that do not name themselves in iss.`,
    params: Type.Object({ server: Type.String() }),
  }),
} as const;
