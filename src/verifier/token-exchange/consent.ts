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
import { toPlain } from './words.ts';

export interface ConsentDeps {
  readonly issuer: string;
  readonly resources: Resources;
  readonly delegations: Pick<Delegations, 'requestConsent'>;
}

/** On the page, in the place of the agent's reason. It says why best by asking first (`POST /v1/approvals`). */
const purposeOfNone = 'to act for you now (it named no reason)';

export interface Unconsented {
  readonly request: ExchangeRequest;
  readonly subject: Subject;
  readonly actor: Actor;
  readonly refusal: AppError;
  readonly origin: CallOrigin;
}

/** A wish that cannot be asked for is no fault of the exchange, which refuses anyway. */
const unmet = ['unprocessable', 'too_many_requests', 'not_found', 'forbidden', 'conflict'] as const;

/** @returns the refusal, with where the person decides. */
export async function askForConsent(deps: ConsentDeps, unconsented: Unconsented): Promise<AppError> {
  const { refusal, actor, subject, origin } = unconsented;
  const wish = toWish(deps, unconsented);
  if (typeof wish === 'string') return withMore(refusal, wish);
  const { orgId, id: user, owners } = actor.agent;
  const author: Author = {
    ...{ orgId, user, owners, origin, role: 'agent', kind: 'agent', scopes: 'all', isDeployment: false },
  };
  try {
    const what = { agentId: user, subjectId: subject.userId, purpose: purposeOfNone, ...wish };
    const { id } = await deps.delegations.requestConsent(author, what);
    const where = { consent_request_id: id, consent_request_uri: `${deps.issuer}/consent/${id}` };
    return withMore(refusal, undefined, where);
  } catch (error) {
    if (isAppError(error) && unmet.some((code) => error.code === code)) return withMore(refusal, error.publicText);
    throw error;
  }
}

/** Why not, for what is outside of the manifest: nobody is asked for what could not be given. */
function toWish({ resources }: ConsentDeps, { request, subject, actor }: Unconsented) {
  const { accessManifest: manifest } = actor.agent;
  const toCanonical = (uri: string) => resources.find(uri)?.uri ?? uri;
  const named = new Set((request.targets.length > 0 ? request.targets : manifest.resources).map(toCanonical));
  const [target, ...more] = named;
  // As the manifest writes it.
  const resource = manifest.resources.find((uri) => toCanonical(uri) === target);
  const scopes = narrowScopes(request.scopes ?? manifest.scopes, [manifest.scopes]);
  if (more.length > 0) return 'name one resource: a consent that an exchange asks for is for one';
  if (resource === undefined) return 'the access manifest of the agent does not name the resource';
  if (scopes.length === 0) return 'the access manifest of the agent has none of the scopes';
  if (narrowScopes(scopes, [subject.scopes]).length === 0) return "the person's token has none of the scopes";
  return { resources: [resource], scopes };
}

/** The same refusal: with why the person was not asked, or where they decide. */
function withMore(
  refusal: AppError,
  whyNot: string | undefined,
  members: Readonly<Record<string, string>> = {},
): AppError {
  const { code, message, detail, extensions } = refusal;
  const words = whyNot === undefined ? detail : toPlain(`${detail ?? message}, and was not asked to: ${whyNot}`);
  return new AppError(code, message, {
    ...(words === undefined ? {} : { detail: words }),
    extensions: { ...extensions, ...members },
  });
}
