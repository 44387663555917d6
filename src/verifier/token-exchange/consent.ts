/** Check 8 without a grant: the person is asked for consent, where the agent may have what it wants at all. */
import { AppError, isAppError } from '../../platform/errors.ts';
import type { CallOrigin } from '../../platform/http/access.ts';
import type { Author } from '../control/author.ts';
import type { Delegations } from '../delegations/seams.ts';
import type { Resources } from '../issuer/resources.ts';
import type { Actor } from './actor.ts';
import { narrowScopes } from './narrow.ts';
import type { ExchangeRequest } from './parameters.ts';
import type { Subject } from './subject.ts';

export interface ConsentDeps {
  readonly issuer: string;
  readonly resources: Resources;
  readonly delegations: Pick<Delegations, 'requestConsent'>;
}

export interface Unconsented {
  readonly request: ExchangeRequest;
  readonly subject: Subject;
  readonly actor: Actor;
  readonly refusal: AppError;
  readonly origin: CallOrigin;
}

/** What is wrong with a wish is no fault of the exchange, whose answer is a refusal either way. */
const unmet = ['unprocessable', 'too_many_requests', 'not_found', 'forbidden', 'conflict'] as const;

/** @returns the refusal, with where the person decides. */
export async function askForConsent(deps: ConsentDeps, unconsented: Unconsented): Promise<AppError> {
  const { refusal, actor, subject, origin } = unconsented;
  const wish = toWish(deps, unconsented);
  if (wish === undefined) return refusal;
  const { orgId, id: user, owners } = actor.agent;
  const author: Author = {
    ...{ orgId, user, owners, origin, role: 'agent', kind: 'agent', scopes: 'all', isDeployment: false },
  };
  try {
    const what = { agentId: user, subjectId: subject.userId, purpose: 'Token exchange', ...wish };
    const { id } = await deps.delegations.requestConsent(author, what);
    return withConsent(refusal, { consent_request_id: id, consent_request_uri: `${deps.issuer}/consent/${id}` });
  } catch (error) {
    if (unmet.some((code) => isAppError(error, code))) return refusal;
    throw error;
  }
}

/** Undefined for what is outside of the manifest: nobody is asked for what could not be given. */
function toWish({ resources }: ConsentDeps, { request, actor }: Unconsented) {
  const { accessManifest: manifest } = actor.agent;
  const toCanonical = (uri: string) => resources.find(uri)?.uri ?? uri;
  const named = new Set((request.targets.length > 0 ? request.targets : manifest.resources).map(toCanonical));
  const [target, ...more] = named;
  // As the manifest writes it.
  const resource = manifest.resources.find((uri) => toCanonical(uri) === target);
  const scopes = narrowScopes(request.scopes ?? manifest.scopes, [manifest.scopes]);
  if (resource === undefined || more.length > 0 || scopes.length === 0) return undefined;
  return { resources: [resource], scopes };
}

function withConsent(refusal: AppError, members: Readonly<Record<string, string>>): AppError {
  const { code, message, detail, extensions } = refusal;
  return new AppError(code, message, {
    ...(detail === undefined ? {} : { detail }),
    extensions: { ...extensions, ...members },
  });
}
