/** Operation of token exchange. */
import { defineOperation } from '../operation.ts';
import { ExchangeAnswerSchema, ExchangeRefusalSchema, ExchangeRequestSchema } from './shapes.ts';
import { tokenExchangePath } from './states.ts';

export const tokenExchange = {
  exchange: defineOperation({
    id: 'tokens.exchange',
    method: 'POST',
    path: tokenExchangePath,
    tag: 'token-exchange',
    summary: 'Exchange tokens for a token with which an agent acts for a person',
    description:
      'This is the token exchange of RFC 8693. The person has allowed it with a delegation, and the client authenticates itself.',
    body: ExchangeRequestSchema,
    consumes: ['application/x-www-form-urlencoded', 'application/json'],
    noStore: true,
    responses: { 200: ExchangeAnswerSchema },
    refusals: { '4XX': { description: 'An error of OAuth (RFC 6749 section 5.2)', shape: ExchangeRefusalSchema } },
  }),
} as const;
