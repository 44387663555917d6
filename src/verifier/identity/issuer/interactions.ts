/** The person's part of an authorization request: what the pages show, and the answers to the provider. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { errors, Provider } from 'oidc-provider';
import type { Db } from '../../../platform/db/db.ts';
import { AppError } from '../../../platform/errors.ts';
import { ownerOf } from './client-owner.ts';
import { isFirstParty } from './first-party.ts';
import type { InteractionDetails, Interactions, IssuerDependencies } from './ports.ts';
import type { LoadProvider } from './provider.ts';
import { organisationOf } from './token-claims.ts';

export interface InteractionDeps extends Pick<IssuerDependencies, 'members'> {
  readonly db: Db;
  readonly load: LoadProvider;
}

type Details = Awaited<ReturnType<Provider['interactionDetails']>>;
type Client = NonNullable<Awaited<ReturnType<Provider['Client']['find']>>>;

/** An interaction in progress in this browser. */
interface Turn {
  readonly provider: Provider;
  readonly details: Details;
  readonly client: Client;
}

export function createInteractions({ db, members, load }: InteractionDeps): Interactions {
  const begin = async (request: FastifyRequest, reply: FastifyReply): Promise<Turn> => {
    const { provider } = await load();
    const details = await findDetails(provider, request, reply);
    const client = await provider.Client.find(String(details.params['client_id']));
    if (client === undefined) throw isOver();
    return { provider, details, client };
  };

  const finish = async ({ provider }: Turn, request: FastifyRequest, reply: FastifyReply, result: Result) => {
    const returnTo = await provider.interactionResult(request.raw, reply.raw, result);
    return reply.redirect(returnTo, 303);
  };

  return {
    describe: async (request, reply) => toDetails(await begin(request, reply)),
    async login(request, reply, { userId, authTimeS }) {
      const turn = await begin(request, reply);
      if (turn.details.prompt.name !== 'login') throw wrongStep();
      // The client asked for a fresh sign-in; one from before the request does not count.
      if (mustSignIn(turn.details) && authTimeS < turn.details.iat) throw wrongStep();
      const login = { accountId: userId, ts: authTimeS, amr: ['pwd'], remember: false };
      return finish(turn, request, reply, { login });
    },
    async consent(request, reply, onAllowed) {
      const turn = await begin(request, reply);
      const userId = turn.details.session?.accountId;
      if (turn.details.prompt.name !== 'consent' || userId === undefined) throw wrongStep();
      if ((await organisationOf({ db, members }, ownerOf(turn.client), userId)) === undefined) {
        return finish(turn, request, reply, denied('this application serves another organisation'));
      }
      const grantId = await grant(turn, userId);
      await onAllowed();
      return finish(turn, request, reply, { consent: { grantId } });
    },
    async abort(request, reply) {
      const turn = await begin(request, reply);
      return finish(turn, request, reply, denied('End-User aborted interaction'));
    },
  };
}

type Result = Parameters<Provider['interactionResult']>[2];

function denied(error_description: string): Result {
  return { error: 'access_denied', error_description };
}

async function findDetails(provider: Provider, request: FastifyRequest, reply: FastifyReply): Promise<Details> {
  let details: Details;
  try {
    details = await provider.interactionDetails(request.raw, reply.raw);
  } catch (error) {
    if (isSessionNotFound(error)) throw isOver(error);
    throw error;
  }
  const named: unknown = Reflect.get(Object(request.params), 'uid');
  // The cookie names the interaction. A link to another one is stale, or belongs to somebody else.
  if (typeof named === 'string' && named !== details.uid) throw isOver();
  return details;
}

function isSessionNotFound(error: unknown): error is errors.SessionNotFound {
  return error instanceof Error && error.name === 'SessionNotFound';
}

function toDetails({ details, client }: Turn): InteractionDetails {
  const { prompt, params, session } = details;
  const redirectUri = String(params['redirect_uri']);
  const scope = typeof params['scope'] === 'string' ? params['scope'] : '';
  return {
    uid: details.uid,
    prompt: prompt.name === 'consent' ? 'consent' : 'login',
    client: {
      id: client.clientId,
      name: client.clientName ?? client.clientId,
      ...(client.clientUri === undefined ? {} : { uri: client.clientUri }),
      isFirstParty: isFirstParty(client.clientId),
      redirectHost: hostOf(redirectUri),
      redirectUri,
    },
    mustSignIn: mustSignIn(details),
    scopes: scope.split(' ').filter((name) => name !== ''),
    ...(session?.accountId === undefined ? {} : { userId: session.accountId }),
  };
}

function mustSignIn({ prompt: { reasons } }: Details): boolean {
  return reasons.includes('login_prompt') || reasons.includes('max_age');
}

/** Gives the host of a redirect URI; its scheme for a private scheme, which has no host. */
function hostOf(redirectUri: string): string {
  const { host, protocol } = new URL(redirectUri);
  return host === '' ? protocol.slice(0, -1) : host;
}

/** Adds the requested scopes and resources that the person's grant lacks. */
async function grant({ provider, details, client }: Turn, accountId: string): Promise<string> {
  const known = details.grantId === undefined ? undefined : await provider.Grant.find(details.grantId);
  const isOwn = known?.accountId === accountId && known.clientId === client.clientId;
  const own = isOwn ? known : new provider.Grant({ accountId, clientId: client.clientId });
  const { missingOIDCScope, missingOIDCClaims, missingResourceScopes } = details.prompt.details;
  if (Array.isArray(missingOIDCScope)) own.addOIDCScope(missingOIDCScope.map(String));
  if (Array.isArray(missingOIDCClaims)) own.addOIDCClaims(missingOIDCClaims.map(String));
  for (const [resource, scopes] of Object.entries(Object(missingResourceScopes))) {
    if (Array.isArray(scopes)) own.addResourceScope(resource, scopes.map(String));
  }
  return own.save();
}

function isOver(cause?: unknown): AppError {
  const detail = 'this request has expired, or it belongs to another browser: start again at the application';
  return new AppError('not_found', detail, { detail, ...(cause === undefined ? {} : { cause }) });
}

function wrongStep(): AppError {
  const detail = 'the request waits for something else';
  return new AppError('conflict', detail, { detail, extensions: { reason: 'interaction_step' } });
}
