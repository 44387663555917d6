import { describe, expect, it } from 'vitest';
import type { InteractionDetails } from '../../identity/issuer/seams.ts';
import { consentPage } from './consent-page.ts';
import { html, toText } from './html.ts';
import { loginPage } from './login-page.ts';

const client: InteractionDetails['client'] = {
  ...{ id: 'oc_1', name: 'Trace Explorer', isFirstParty: false },
  ...{ redirectHost: 'app.example', redirectUri: 'https://app.example/cb' },
};

function show(
  change: Partial<InteractionDetails['client']> = {},
  scopes: readonly string[] = ['policies:read'],
): string {
  const details: InteractionDetails = {
    ...{ uid: 'u', prompt: 'consent', mustSignIn: false, scopes, userId: 'usr_1' },
    client: { ...client, ...change },
  };
  return toText(consentPage({ details, action: '/oauth/interaction/u', token: html``, email: 'ada@example.com' }).body);
}

describe('the consent page', () => {
  it('takes nothing of what an application says of itself for markup or for an address that runs', () => {
    const name = '<script>alert(1)</script>';
    const page = show({ name, uri: 'javascript:alert(1)', redirectHost: '"><b>', id: '<i>' }, ['<u>:read']);
    expect(page).not.toMatch(/<script|<b>|<i>|<u>|href="javascript/);
    expect(page).toContain('<code>javascript:alert(1)</code>');
  });

  it('says whether the application is part of this deployment', () => {
    expect(show({ isFirstParty: true })).toContain('is part of this deployment of Assay');
    expect(show()).toContain('is not part of this deployment');
  });

  it.each([
    [{}, '<strong>app.example</strong>'],
    [
      { redirectHost: '127.0.0.1:9999', redirectUri: 'http://127.0.0.1:9999/' },
      'a program on <strong>this computer</strong>',
    ],
    [
      { redirectHost: 'com.example.app', redirectUri: 'com.example.app:/cb' },
      'an app on this device: <strong>com.example.app',
    ],
    [
      { redirectHost: '127.0.0.1.evil.example', redirectUri: 'https://127.0.0.1.evil.example/' },
      '<strong>127.0.0.1.evil.example',
    ],
  ])('says where the answer goes: %j', (change, words) => {
    expect(show(change)).toContain(words);
  });

  it('says in words what each scope is, and names one that means nothing', () => {
    const page = show({}, ['policies:read', 'made:up']);
    expect(page).toContain('<li>read the policies</li>');
    expect(page).toContain('use <code>made:up</code>, which means nothing here');
    expect(show({}, [])).toContain('know that you are here, and nothing else');
  });

  it('means no by the key Enter, which presses the first button', () => {
    const page = show();
    expect(page).toContain('name="decision" value="no"');
    expect(page.indexOf('value="no"')).toBeLessThan(page.indexOf('value="yes"'));
  });
});

describe('the login page', () => {
  it('leads to the outside issuer where there is one, and back to where somebody came from', () => {
    const outside = { name: 'Acme <SSO>', path: '/login/outside' };
    const view = { token: html``, action: '/login', returnTo: '/account/keys' };
    const page = toText(loginPage({ ...view, outside }).body);
    expect(page).toContain('href="/login/outside?return_to=%2Faccount%2Fkeys">Sign in with Acme &lt;SSO&gt;</a>');
    expect(toText(loginPage(view).body)).not.toContain('Sign in with');
  });
});
