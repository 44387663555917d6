/** HTTP of client registration: `POST /oauth/register` and `/oauth/register/:id`. */
import type { FastifyRequest } from 'fastify';
import type { HttpApp } from '../../../platform/http/app.ts';
import type { RateBound } from '../../../platform/http/rate-bound.ts';
import { assertAllowed } from '../../base/access/authorize.ts';
import { withOrigin } from '../../base/access/refusals.ts';
import { type Author, toAuthor } from '../../base/control/author.ts';
import { oauthError } from './oauth-error.ts';
import { paths } from './provider-config.ts';
import type { Registration, Registrations } from './registration.ts';

/** Who may register: open: anybody; token: a caller of our API with `clients:write`; off: nobody. */
export type RegistrationMode = 'open' | 'token' | 'off';

export interface RegistrationRouteDeps {
  readonly issuer: string;
  readonly mode: RegistrationMode;
  readonly registrations: Registrations;
  readonly rate: RateBound;
}

const noStore = { 'cache-control': 'no-store', pragma: 'no-cache' };
// RFC 7591 section 3.2.2 has its own error for metadata that are refused.
const options = { config: { checksOwnBody: true }, bodyLimit: 64 * 1024 };

export function addRegistrationRoutes(scope: HttpApp, deps: RegistrationRouteDeps): void {
  const { issuer, mode, registrations, rate } = deps;

  const findAuthor = async (request: FastifyRequest): Promise<Author | undefined> => {
    if (mode === 'off') throw oauthError('access_denied', 'client registration is disabled', { code: 'forbidden' });
    rate.admit(request.ip);
    if (mode === 'open') return undefined;
    const caller = await scope.admit(request);
    assertAllowed(caller, 'clients.write', { orgId: caller.organisation }, 'registering a client');
    const { ip, id, headers } = request;
    return toAuthor(withOrigin({ caller, ip, id, headers }));
  };

  scope.post(paths.registration, options, async (request, reply) => {
    const author = await findAuthor(request);
    const made = await registrations.register(request.body, author);
    return reply.code(201).headers(noStore).send(toAnswer(issuer, made));
  });
  scope.get(`${paths.registration}/:id`, options, async (request, reply) => {
    const found = await registrations.read(idOf(request), tokenOf(request));
    return reply.headers(noStore).send(toAnswer(issuer, found));
  });
  scope.put(`${paths.registration}/:id`, options, async (request, reply) => {
    const changed = await registrations.replace(idOf(request), tokenOf(request), request.body);
    return reply.headers(noStore).send(toAnswer(issuer, changed));
  });
  scope.delete(`${paths.registration}/:id`, options, async (request, reply) => {
    await registrations.remove(idOf(request), tokenOf(request));
    return reply.code(204).headers(noStore).send();
  });
}

function idOf({ params }: FastifyRequest): string {
  return String(Reflect.get(Object(params), 'id'));
}

function tokenOf({ headers: { authorization = '' } }: FastifyRequest): string {
  return /^Bearer +(\S{1,200})$/i.exec(authorization)?.[1] ?? '';
}

function toAnswer(issuer: string, { row, secret, token }: Registration) {
  return {
    ...row.metadata,
    client_id: row.client_id,
    client_id_issued_at: Math.floor(row.created_at / 1000),
    ...(secret === undefined ? {} : { client_secret: secret.reveal(), client_secret_expires_at: 0 }),
    registration_client_uri: `${issuer}${paths.registration}/${row.client_id}`,
    registration_access_token: token.reveal(),
  };
}
