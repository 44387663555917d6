/** Check 8 without a grant: asks the person for consent, if the agent may have the requested access at all. */
import { AppError, isAppError } from '../../../platform/errors.ts';
import type { CallOrigin } from '../../../platform/http/access.ts';
import type { Author } from '../../base/control/author.ts';
import type { Resources } from '../../identity/issuer/resources.ts';
import type { Delegations } from '../delegations/ports.ts';
import type { Actor } from './actor.ts';
import { narrowScopes } from './narrow.ts';
import type { ExchangeRequest } from './parameters.ts';
import { toPlain } from './refusals.ts';
import type { Subject } from './subject.ts';

export interface ConsentDeps {
  readonly issuer: string;
  readonly resources: Resources;
  readonly delegations: Pick<Delegations, 'requestConsent'>;
}

/** Shown on the page in place of the agent's reason. An agent gives one by asking first (`POST /v1/approvals`). */
const purposeOfNone = 'to act for you now (it named no reason)';

export interface Unconsented {
  readonly request: ExchangeRequest;
  readonly subject: Subject;
  readonly actor: Actor;
  readonly refusal: AppError;
  readonly origin: CallOrigin;
}

/** Errors of a request for consent that do not fail the exchange, which refuses anyway. */
const unmet = ['unprocessable', 'too_many_requests', 'not_found', 'forbidden', 'conflict'] as const;

/** @returns the refusal, with the address where the person decides. */
export async function askForConsent(deps: ConsentDeps, unconsented: Unconsented): Promise<AppError> {
  const { refusal, actor, subject, origin } = unconsented;
  const request = toRequest(deps, unconsented);
  if (typeof request === 'string') return withMore(refusal, request);
  const { orgId, id: user, owners } = actor.agent;
  const author: Author = {
    orgId,
    user,
    owners,
    origin,
    role: 'agent',
    kind: 'agent',
    scopes: 'all',
    isDeployment: false,
  };
  try {
    const what = { agentId: user, subjectId: subject.userId, purpose: purposeOfNone, ...request };
    const { id } = await deps.delegations.requestConsent(author, what);
    const where = { consent_request_id: id, consent_request_uri: `${deps.issuer}/consent/${id}` };
    return withMore(refusal, undefined, where);
  } catch (error) {
    if (isAppError(error) && unmet.some((code) => error.code === code)) return withMore(refusal, error.publicText);
    throw error;
  }
}

/** Gives the request for consent, or a text saying why there is none: nobody is asked for what the manifest excludes. */
function toRequest({ resources }: ConsentDeps, { request, subject, actor }: Unconsented) {
  const { accessManifest: manifest } = actor.agent;
  const toCanonical = (uri: string) => resources.find(uri)?.uri ?? uri;
  const named = new Set((request.targets.length > 0 ? request.targets : manifest.resources).map(toCanonical));
  const [target, ...more] = named;
  // As the manifest spells it.
  const resource = manifest.resources.find((uri) => toCanonical(uri) === target);
  const scopes = narrowScopes(request.scopes ?? manifest.scopes, [manifest.scopes]);
  if (more.length > 0) return 'name one resource: an exchange asks consent for one resource';
  if (resource === undefined) return 'the access manifest of the agent does not name the resource';
  if (scopes.length === 0) return 'the access manifest of the agent has none of the scopes';
  if (narrowScopes(scopes, [subject.scopes]).length === 0) return "the person's token has none of the scopes";
  return { resources: [resource], scopes };
}

/** Adds to the refusal why the person was not asked, or where they decide. */
function withMore(
  refusal: AppError,
  whyNot: string | undefined,
  members: Readonly<Record<string, string>> = {},
): AppError {
  const { code, message, detail, extensions } = refusal;
  const words = whyNot === undefined ? detail : toPlain(`${detail ?? message}; no consent was requested: ${whyNot}`);
  return new AppError(code, message, {
    ...(words === undefined ? {} : { detail: words }),
    extensions: { ...extensions, ...members },
  });
}
