import { describe, expect, it } from 'vitest';
import { isUnderWay, stateWord, toSteps } from './installation-steps.ts';

type Standing = Parameters<typeof toSteps>[0];
const auth: Standing['auth'] = {
  required: true,
  type: 'oauth2_code',
  service: 'com.example/crm',
  resource: null,
  issuer: null,
  registration: null,
  client_id: null,
  scopes: [],
  credential_id: null,
  credential_source: null,
};
const fresh: Standing = {
  status: 'requested',
  error: null,
  quarantine: null,
  approval_id: null,
  auth,
  installed_at: null,
};
const installedAt = '2026-11-24T20:00:00.000Z';
const statesOf = (change: Partial<Standing>) =>
  Object.fromEntries(toSteps({ ...fresh, ...change }).map(({ name, state }) => [name, state]));

describe('toSteps', () => {
  it('marks the state that an installation waits in', () => {
    expect(statesOf({ status: 'awaiting_connect', approval_id: 'apr_1' })).toEqual({
      requested: 'done',
      awaiting_approval: 'done',
      discovering: 'done',
      registering: 'skipped',
      awaiting_connect: 'now',
      installed: 'next',
    });
  });

  it('does not say that a later step is not needed before the app has been asked', () => {
    const states = statesOf({ status: 'awaiting_approval', approval_id: 'apr_1' });
    expect(states['registering']).toBe('next');
    expect(states['awaiting_connect']).toBe('next');
  });

  it('marks the step that failed', () => {
    const error = { step: 'connect', code: 'access_denied', retryable: true, detail: '' };
    expect(statesOf({ status: 'failed', error })['awaiting_connect']).toBe('failed');
    expect(statesOf({ status: 'failed', error: { ...error, step: 'tools' } })['installed']).toBe('failed');
  });

  it('shows the quarantine of an installed app as the present state', () => {
    const quarantine = { since: installedAt, reason: 'tools_changed' };
    const states = statesOf({ status: 'installed', installed_at: installedAt, quarantine });
    expect(states['installed']).toBe('done');
    expect(states['quarantine']).toBe('now');
  });

  it('keeps the way behind an app that is updated or removed', () => {
    expect(statesOf({ status: 'updating', installed_at: installedAt })).toMatchObject({
      installed: 'done',
      updating: 'now',
    });
    expect(statesOf({ status: 'removed', installed_at: installedAt })).toMatchObject({
      installed: 'done',
      removed: 'done',
    });
  });

  it('does not say that an app was installed if it was removed before', () => {
    expect(statesOf({ status: 'removed' })).toMatchObject({ installed: 'next', removed: 'done' });
  });
});

describe('stateWord', () => {
  it('names the quarantine before the state', () => {
    expect(stateWord({ status: 'installed', quarantine: { since: installedAt, reason: 'tools_changed' } })).toBe(
      'In quarantine',
    );
    expect(stateWord({ status: 'a_later_state', quarantine: null })).toBe('a_later_state');
  });
});

describe('isUnderWay', () => {
  it('is true only while the verifier works by itself', () => {
    expect(isUnderWay('discovering')).toBe(true);
    expect(isUnderWay('awaiting_connect')).toBe(false);
    expect(isUnderWay('installed')).toBe(false);
  });
});
