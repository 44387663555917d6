/** Wires the outside issuer: its access tokens at our API, and the sign-in at its site. */
import { AppError } from '../../../../platform/errors.ts';
import type { AssertBound } from '../../../../platform/http/bound-tokens/binding.ts';
import { createKeySource } from '../../../../platform/http/outside-issuer/key-source.ts';
import { createOutsideTokens } from '../../../../platform/http/outside-issuer/outside-token.ts';
import { createRateBound } from '../../../../platform/http/rate-bound.ts';
import type { Routes } from '../../../base/feature.ts';
import { createPageCookies } from '../../people/cookies.ts';
import type { AuthenticationDeps } from '../create.ts';
import type { FindTokenCaller } from '../token-caller.ts';
import { createFindSubject, findNobody, outsideSubjectRoutes } from './gateway-routes.ts';
import { createOutsideIdentities } from './identities.ts';
import { type OutsideButton, outsideCallbackPath, outsideLoginPath, outsideLoginRoutes } from './login-routes.ts';
import { createRelyingParty } from './relying-party.ts';
import { type OutsideSettings, readOutsideSettings } from './settings.ts';
import { createFindOutsideSubject, type FindOutsideSubject } from './subject.ts';
import { createOutsideCallers } from './token-caller.ts';

export interface Outside {
  /** Undefined if its access tokens are not accepted. */
  readonly findCaller: FindTokenCaller | undefined;
  /** Finds the person of a token that an agent presents to act for them; undefined as above. */
  readonly findSubject: FindOutsideSubject | undefined;
  readonly button: OutsideButton | undefined;
  readonly routes: Routes;
}

export interface OutsideDeps extends AuthenticationDeps {
  readonly publicUrl: string | undefined;
  readonly assertBound: AssertBound;
}

/** Most sign-ins that one address may begin or end in a minute. */
const loginsPerMinute = 60;

/** @throws AppError `config` for contradictory settings. */
export function createOutside(deps: OutsideDeps): Outside {
  const settings = readOutsideSettings(deps.config);
  if (settings === undefined) {
    const routes = both(absentRoutes, outsideSubjectRoutes(findNobody));
    return { findCaller: undefined, findSubject: undefined, button: undefined, routes };
  }
  const identities = createOutsideIdentities({ ...deps, issuer: settings.issuer });
  const { client } = settings;
  const { publicUrl } = deps;
  if (client !== undefined && publicUrl === undefined) {
    throw new AppError('config', 'VERIFIER_OIDC_CLIENT_ID needs ASSAY_PUBLIC_URL: the other site redirects to it', {
      detail: 'VERIFIER_OIDC_CLIENT_ID needs ASSAY_PUBLIC_URL: the other site redirects to it',
    });
  }
  const mayLogIn = client !== undefined && publicUrl !== undefined;
  return {
    ...createTokenReaders(deps, settings, identities),
    button: mayLogIn ? { name: settings.name, path: outsideLoginPath } : undefined,
    routes: both(
      mayLogIn ? createLogin(deps, { ...settings, client }, identities, publicUrl) : absentRoutes,
      outsideSubjectRoutes(createFindSubject({ ...deps, settings, identities })),
    ),
  };
}

function both(pages: Routes, api: Routes): Routes {
  return async (app) => {
    await app.register(pages);
    await app.register(api);
  };
}

function createTokenReaders(
  { fetch, clock, db, members, assertBound }: OutsideDeps,
  { issuer, audience, roles }: OutsideSettings,
  identities: ReturnType<typeof createOutsideIdentities>,
): Pick<Outside, 'findCaller' | 'findSubject'> {
  if (audience === undefined) return { findCaller: undefined, findSubject: undefined };
  const keys = createKeySource({ issuer, fetch, clock });
  const tokens = createOutsideTokens({ issuer, keys, clock });
  const common = { db, tokens, audience, identities, members, roles };
  return {
    findCaller: createOutsideCallers({ ...common, assertBound }),
    findSubject: createFindOutsideSubject(common),
  };
}

function createLogin(
  deps: OutsideDeps,
  settings: OutsideSettings & { readonly client: NonNullable<OutsideSettings['client']> },
  identities: ReturnType<typeof createOutsideIdentities>,
  publicUrl: string,
): Routes {
  const { clock, fetch, randomBytes } = deps;
  const isSecure = new URL(publicUrl).protocol === 'https:';
  const cookies = createPageCookies({ isSecure, randomBytes });
  const callbackUrl = `${publicUrl.replace(/\/+$/, '')}${outsideCallbackPath}`;
  const routes = outsideLoginRoutes({
    ...deps,
    identities,
    cookies,
    isSecure,
    roles: settings.roles,
    relyingParty: createRelyingParty({ settings, callbackUrl, fetch, clock }),
    rate: createRateBound({ clock, perMinute: loginsPerMinute }),
  });
  return deps.withErrorPages(routes);
}

/** The paths have access rules, so they must exist; they answer 404. */
const absentRoutes: Routes = async (app) => {
  for (const path of [outsideLoginPath, outsideCallbackPath]) {
    app.get(path, async () => {
      throw new AppError('not_found', 'no outside issuer is configured for signing in');
    });
  }
};
