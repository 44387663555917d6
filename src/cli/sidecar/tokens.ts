/** The tokens that a sidecar uses: its agent's own, and those by which the agent acts for a person. Kept until shortly before their end. */
import { createHash } from 'node:crypto';
import type { Clock } from '../../platform/clock.ts';
import type { IssuerClient } from '../login/issuer-client.ts';

/** What a token is for: calls of models at the gateway, or of tools at the MCP gateway. */
export const purposes = ['models', 'tools'] as const;
export type Purpose = (typeof purposes)[number];

/** A token, and its end in milliseconds since the epoch. */
export interface HeldToken {
  readonly token: string;
  readonly until: number;
}

export interface SidecarTokens {
  /** Gives a token of the agent; for a person whose access token is given, a delegated one. @throws AppError as the issuer refuses */
  get(purpose: Purpose, subjectToken?: string): Promise<HeldToken>;
  /** Forgets a token that a service did not accept. */
  drop(purpose: Purpose, subjectToken?: string): void;
}

export interface SidecarTokensDeps {
  readonly issuer: Pick<IssuerClient, 'grant' | 'exchange'>;
  readonly clock: Clock;
  /** Resources of the tokens (RFC 8707). */
  readonly resources: { readonly [For in Purpose]: string };
  /** Asks for an identity document of the agent for the issuer, with a token of the agent. */
  readonly identify: (token: string) => Promise<string>;
}

const scopes = { models: 'gateway:call', tools: 'mcp:call' } as const;
const tokenType = (name: string) => `urn:ietf:params:oauth:token-type:${name}`;
/** A token this close to its end is not used any more. */
const marginMs = 30_000;
/** Most tokens that are kept; the oldest are dropped first. */
const maxKept = 1_000;

export function createSidecarTokens({ issuer, clock, resources, identify }: SidecarTokensDeps): SidecarTokens {
  const kept = new Map<string, Promise<HeldToken>>();

  const toHeld = (token: string, expiresInS: number): HeldToken => ({ token, until: clock.now() + expiresInS * 1000 });

  const askOwn = async (purpose: Purpose): Promise<HeldToken> => {
    const { accessToken, expiresInS } = await issuer.grant(scopes[purpose], resources[purpose]);
    return toHeld(accessToken, expiresInS);
  };

  const askDelegated = async (purpose: Purpose, subjectToken: string): Promise<HeldToken> => {
    // Valid for one exchange, so it is asked for each time.
    const { accessToken } = await issuer.grant('agents:act');
    const { access_token: token, expires_in: expiresInS } = await issuer.exchange({
      subject_token: subjectToken,
      subject_token_type: tokenType('access_token'),
      actor_token: await identify(accessToken),
      actor_token_type: tokenType('jwt'),
      resource: resources[purpose],
    });
    if (typeof token !== 'string' || typeof expiresInS !== 'number')
      throw new Error('the issuer answers without a token');
    return toHeld(token, expiresInS);
  };

  const forget = (key: string, ended: Promise<HeldToken>): void => {
    if (kept.get(key) === ended) kept.delete(key);
  };

  return {
    async get(purpose, subjectToken) {
      const key = keyOf(purpose, subjectToken);
      const known = kept.get(key);
      if (known !== undefined) {
        const held = await known;
        if (held.until - marginMs > clock.now()) return held;
        forget(key, known);
      }
      // Calls at the same time share one request.
      const running = kept.get(key);
      if (running !== undefined) return running;
      const asked = subjectToken === undefined ? askOwn(purpose) : askDelegated(purpose, subjectToken);
      const oldest = kept.size >= maxKept ? kept.keys().next().value : undefined;
      if (oldest !== undefined) kept.delete(oldest);
      kept.set(key, asked);
      asked.catch(() => forget(key, asked));
      return asked;
    },
    drop(purpose, subjectToken) {
      kept.delete(keyOf(purpose, subjectToken));
    },
  };
}

/** A person's token is not kept, only its hash. */
function keyOf(purpose: Purpose, subjectToken: string | undefined): string {
  return `${purpose} ${subjectToken === undefined ? '' : createHash('sha256').update(subjectToken).digest('base64url')}`;
}
