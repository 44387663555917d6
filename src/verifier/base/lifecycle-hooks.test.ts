import { expect, it } from 'vitest';
import { someHooks } from './hooks.fixture.ts';
import { accessKinds, type HooksByKind, noHook, runHooks } from './lifecycle-hooks.ts';

type Hook = (tx: string, id: string) => Promise<unknown>;

/** Gives a hook for every kind, which notes its kind. */
function noting(heard: string[]): HooksByKind<Hook> {
  const note = (kind: string) => async (tx: string, id: string) => heard.push(`${kind} ${tx} ${id}`);
  return {
    // Another order than that of the kinds.
    x509_svid: note('x509_svid'),
    agent_ownership: note('agent_ownership'),
    session: noHook('closed before'),
    oauth_client: note('oauth_client'),
    oauth_grant: note('oauth_grant'),
    access_token: note('access_token'),
    api_key: note('api_key'),
    approval: note('approval'),
    delegation_grant: note('delegation_grant'),
    delegated_token: note('delegated_token'),
    scoped_credential: note('scoped_credential'),
    installation: note('installation'),
  };
}

it('hooks run one after another in the order of their record, each in the transaction of the caller', async () => {
  const heard: string[] = [];
  await runHooks(noting(heard), 'tx', 'bot');
  const order = ['x509_svid', ...accessKinds.filter((kind) => kind !== 'session' && kind !== 'x509_svid')];
  expect(heard).toEqual(order.map((kind) => `${kind} tx bot`));
});

it('a hook that fails ends the run, so that the transaction of the caller ends with it', async () => {
  const heard: string[] = [];
  const hooks = {
    ...noting(heard),
    async oauth_client() {
      throw new Error('the client stays');
    },
  };
  await expect(runHooks(hooks, 'tx', 'bot')).rejects.toThrow('the client stays');
  expect(heard).toEqual(['x509_svid tx bot', 'agent_ownership tx bot']);
});

it('a record that forgets a kind of access, or gives no reason for having no hook, does not compile', () => {
  const { api_key: _forgotten, ...rest } = someHooks<Hook>();
  // @ts-expect-error: `api_key` is missing.
  const forgetful: HooksByKind<Hook> = rest;
  // @ts-expect-error: no hook needs a reason.
  const silent: HooksByKind<Hook> = { ...someHooks<Hook>(), session: undefined };
  expect([Object.keys(forgetful).length, silent.session]).toEqual([accessKinds.length - 1, undefined]);
});
