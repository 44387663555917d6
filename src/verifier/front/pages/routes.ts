/**
 * The pages for people, in a scope of their own: only here are forms and cookies read, so the JSON API knows neither. Every page
 * looks up its own session; `access/endpoints.ts` counts them as open.
 */
import cookie from '@fastify/cookie';
import formbody from '@fastify/formbody';
import { AppError } from '../../../platform/errors.ts';
import type { Routes } from '../../base/feature.ts';
import { createPageCookies } from '../../identity/people/cookies.ts';
import { type ApplicationRouteDeps, applicationRoutes } from './application-routes.ts';
import { type ApprovalRouteDeps, approvalPageRoutes } from './approval-routes.ts';
import { assetRoutes } from './asset-routes.ts';
import { type ConnectPageDeps, connectPageRoutes } from './connect-routes.ts';
import { type ConnectionRouteDeps, connectionRoutes } from './connection-routes.ts';
import { type DelegationConsentDeps, delegationConsentRoutes } from './delegation-consent-routes.ts';
import { type DelegationRouteDeps, delegationPageRoutes } from './delegation-routes.ts';
import { sendErrorPage } from './error-pages.ts';
import { createPageSender, type PageSenderDeps } from './front.ts';
import { type InteractionRouteDeps, interactionRoutes } from './interaction-routes.ts';
import { type InviteRouteDeps, inviteRoutes } from './invite-routes.ts';
import { type KeyRouteDeps, keyPageRoutes } from './key-routes.ts';
import { type LoginRouteDeps, loginRoutes } from './login-routes.ts';
import { type MemberRouteDeps, memberPageRoutes } from './member-routes.ts';
import { type PasswordRouteDeps, passwordRoutes } from './password-routes.ts';
import { type ProfileRouteDeps, profileRoutes } from './profile-routes.ts';
import { type SessionRouteDeps, sessionRoutes } from './session-routes.ts';
import { createFindVisitor, type VisitorDeps } from './visitor.ts';

export type PageRouteDeps = Omit<
  VisitorDeps &
    LoginRouteDeps &
    InteractionRouteDeps &
    InviteRouteDeps &
    ProfileRouteDeps &
    PasswordRouteDeps &
    SessionRouteDeps &
    KeyRouteDeps &
    ApplicationRouteDeps &
    DelegationConsentDeps &
    DelegationRouteDeps &
    ApprovalRouteDeps &
    ConnectPageDeps &
    ConnectionRouteDeps &
    Pick<PageSenderDeps, 'countWaiting'> &
    MemberRouteDeps,
  'front' | 'cookies'
>;

/** None of our forms is longer. */
const maxFormBytes = 32 * 1024;

export function pageRoutes(deps: PageRouteDeps): Routes {
  const { publicUrl, randomBytes, countWaiting } = deps;
  const publicOrigin = publicUrl === undefined ? undefined : new URL(publicUrl).origin;
  const isSecure = publicOrigin?.startsWith('https:') ?? false;
  const cookies = createPageCookies({ isSecure, randomBytes });
  const findVisitor = createFindVisitor({ ...deps, cookies });
  const front = createPageSender({ cookies, findVisitor, publicOrigin, countWaiting });
  const all = { ...deps, front };

  return async (app) => {
    await assetRoutes()(app);
    await app.register(async (scope) => {
      scope.removeAllContentTypeParsers();
      await scope.register(formbody, { bodyLimit: maxFormBytes });
      await scope.register(cookie);
      scope.setErrorHandler(sendErrorPage);
      const groups = [loginRoutes, interactionRoutes, inviteRoutes, profileRoutes, passwordRoutes, sessionRoutes];
      const agentGroups = [
        delegationConsentRoutes,
        delegationPageRoutes,
        approvalPageRoutes,
        connectPageRoutes,
        connectionRoutes,
      ];
      for (const group of [...groups, keyPageRoutes, applicationRoutes, ...agentGroups, memberPageRoutes]) {
        await group(all)(scope);
      }
      scope.get('/account/*', async (request) => {
        await front.visitor(request);
        throw new AppError('not_found', 'no such page');
      });
    });
  };
}
