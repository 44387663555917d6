/** Shapes of token exchange (RFC 8693 section 2). Forms have the same members. */
import { Type } from 'typebox';
import { ActClaimSchema } from '../../act-claim.ts';
import { tokenExchangeGrant, tokenTypes } from './states.ts';

const list = (description: string) =>
  Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())], { description }));
const text = (description: string) => Type.Optional(Type.String({ description }));

export const ExchangeRequestSchema = Type.Object(
  {
    grant_type: Type.Literal(tokenExchangeGrant),
    subject_token: Type.String({ description: 'Access token of the person, or one that an agent has for them' }),
    subject_token_type: Type.String({ description: `${tokenTypes.accessToken} or ${tokenTypes.jwt}` }),
    actor_token: Type.String({
      description:
        'Identity document (JWT-SVID) of the agent with the issuer as its audience, or its access token; can be used once',
    }),
    actor_token_type: Type.String({ description: `${tokenTypes.jwt} or ${tokenTypes.accessToken}` }),
    resource: list('Absolute URI that the token is for; the only granted one if absent'),
    audience: list('Compared like resource'),
    scope: text('Scopes, separated by spaces; all that is left of the delegation if absent'),
    requested_token_type: text(`${tokenTypes.accessToken} (if absent) or ${tokenTypes.jwt}`),
    client_id: text('Client of the agent, where no Authorization header names it'),
    client_secret: text('Secret of the client, as an alternative to HTTP Basic'),
    client_assertion_type: text('urn:ietf:params:oauth:client-assertion-type:jwt-bearer'),
    client_assertion: text('JWT by a key of the client; its audience is the issuer or this endpoint'),
  },
  {
    $id: 'TokenExchangeRequest',
    examples: [
      {
        grant_type: tokenExchangeGrant,
        subject_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6ImF0K2p3dCJ9.…',
        subject_token_type: tokenTypes.accessToken,
        actor_token: 'eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCJ9.…',
        actor_token_type: tokenTypes.jwt,
        resource: 'https://crm.example.com',
        scope: 'crm:read',
        client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
        client_assertion: 'eyJhbGciOiJFUzI1NiJ9.…',
      },
    ],
  },
);

export const ExchangeAnswerSchema = Type.Object(
  {
    access_token: Type.String(),
    issued_token_type: Type.String(),
    token_type: Type.Union([Type.Literal('Bearer'), Type.Literal('DPoP')]),
    expires_in: Type.Integer({ description: 'Seconds' }),
    scope: Type.String({ description: 'Scopes of the new token: never more than each of the inputs has' }),
    grant_id: Type.String({ description: 'Delegation that it was issued under' }),
    act: ActClaimSchema,
  },
  { $id: 'TokenExchangeAnswer' },
);

export const ExchangeRefusalSchema = Type.Object(
  {
    error: Type.String({ description: 'RFC 6749, 8693, 8707 and 9449' }),
    error_description: Type.String(),
    error_code: Type.Optional(Type.String({ description: 'Stable code of the check that refused' })),
    consent_request_id: text('Approval by which the person may consent'),
    consent_request_uri: text('Page where the person consents'),
  },
  { $id: 'TokenExchangeRefusal' },
);
