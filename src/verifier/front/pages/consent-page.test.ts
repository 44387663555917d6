import { describe, expect, it } from 'vitest';
import type { InteractionDetails } from '../../identity/issuer/ports.ts';
import { consentPage } from './consent-page.ts';
import { html, toText } from './html.ts';
import { loginPage } from './login-page.ts';

const client: InteractionDetails['client'] = {
  id: 'oc_1',
  name: 'Trace Explorer',
  isFirstParty: false,
  redirectHost: 'app.example',
  redirectUri: 'https://app.example/cb',
};

function show(
  change: Partial<InteractionDetails['client']> = {},
  scopes: readonly string[] = ['policies:read'],
): string {
  const details: InteractionDetails = {
    uid: 'u',
    prompt: 'consent',
    mustSignIn: false,
    scopes,
    userId: 'usr_1',
    client: { ...client, ...change },
  };
  return toText(consentPage({ details, action: '/oauth/interaction/u', token: html``, email: 'ada@example.com' }).body);
}

describe('the consent page', () => {
  it("treats an application's text neither as markup nor as an executable address", () => {
    const name = '<script>alert(1)</script>';
    const page = show({ name, uri: 'javascript:alert(1)', redirectHost: '"><b>', id: '<i>' }, ['<u>:read']);
    expect(page).not.toMatch(/<script|<b>|<i>|<u>|href="javascript/);
    expect(page).toContain('<code>javascript:alert(1)</code>');
  });

  it('states whether the application is part of this deployment', () => {
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
  ])('names the target of the answer: %j', (change, words) => {
    expect(show(change)).toContain(words);
  });

  it('explains each scope in words, and names an unknown one', () => {
    const page = show({}, ['policies:read', 'made:up']);
    expect(page).toContain('<li>read the policies</li>');
    expect(page).toContain('use <code>made:up</code>, which has no meaning here');
    expect(show({}, [])).toContain('know that you are here, and nothing else');
  });

  it('treats the key Enter, which presses the first button, as no', () => {
    const page = show();
    expect(page).toContain('name="decision" value="no"');
    expect(page.indexOf('value="no"')).toBeLessThan(page.indexOf('value="yes"'));
  });
});

describe('the login page', () => {
  it('offers the outside issuer if there is one, and returns to the original page', () => {
    const outside = { name: 'Acme <SSO>', path: '/login/outside' };
    const view = { token: html``, action: '/login', returnTo: '/account/keys' };
    const page = toText(loginPage({ ...view, outside }).body);
    expect(page).toContain('href="/login/outside?return_to=%2Faccount%2Fkeys">Sign in with Acme &lt;SSO&gt;</a>');
    expect(toText(loginPage(view).body)).not.toContain('Sign in with');
  });
});
