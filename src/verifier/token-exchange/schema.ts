/** Wire shapes of token exchange (RFC 8693 section 2), for the description of the API; forms have the same members. */
import { Type } from 'typebox';
import { ActClaimSchema } from '../issuer/act-claim.ts';
import { tokenExchangeGrant } from '../issuer/own-grants.ts';
import { tokenTypes } from './words.ts';

const list = (description: string) =>
  Type.Optional(Type.Union([Type.String(), Type.Array(Type.String())], { description }));
const text = (description: string) => Type.Optional(Type.String({ description }));

export const ExchangeRequestSchema = Type.Object(
  {
    grant_type: Type.Literal(tokenExchangeGrant),
    subject_token: Type.String({ description: 'access token of the person, or one that an agent has for them' }),
    subject_token_type: Type.String({ description: `${tokenTypes.accessToken} or ${tokenTypes.jwt}` }),
    actor_token: Type.String({
      description:
        'identity document (JWT-SVID) of the agent with the issuer as its audience, or its access token; once',
    }),
    actor_token_type: Type.String({ description: `${tokenTypes.jwt} or ${tokenTypes.accessToken}` }),
    resource: list('absolute URI that the token is for; the only granted one if absent'),
    audience: list('compared like resource'),
    scope: text('scopes, separated by spaces; all that is left of the grant if absent'),
    requested_token_type: text(`${tokenTypes.accessToken} (if absent) or ${tokenTypes.jwt}`),
    client_id: text('of the agent, where no Authorization header names it'),
    client_secret: text('of the client, as an alternative to HTTP Basic'),
    client_assertion_type: text('urn:ietf:params:oauth:client-assertion-type:jwt-bearer'),
    client_assertion: text('JWT by a key of the client; its audience is the issuer or this endpoint'),
  },
  {
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
    expires_in: Type.Integer({ description: 'seconds' }),
    scope: Type.String({ description: 'what is left: never more than any of the inputs has' }),
    grant_id: Type.String({ description: 'the delegation that it was issued under' }),
    act: ActClaimSchema,
  },
  { $id: 'TokenExchangeAnswer' },
);

export const ExchangeRefusalSchema = Type.Object(
  {
    error: Type.String({ description: 'RFC 6749, 8693, 8707 and 9449' }),
    error_description: Type.String(),
    error_code: Type.Optional(Type.String({ description: 'which check refused; stable' })),
    consent_request_id: text('the approval by which the person may consent'),
    consent_request_uri: text('where the person does that'),
  },
  { $id: 'TokenExchangeRefusal' },
);
