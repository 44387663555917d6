/** The caller in the form for the judge, which is recorded in the Evidence. */
import { expect, it } from 'vitest';
import { aPrincipal } from '../catalog/catalog.fixture.ts';
import { toCaller } from './caller.ts';

it('the judge is told of the person who speaks for the agent, and of the one whom it acts for', () => {
  const spoken = toCaller(aPrincipal('clerk', { speaker: 'usr_ada', speakerGrantId: 'gr_1' }), 's-1');
  expect(spoken).toMatchObject({ agent_id: 'clerk', speaker: 'usr_ada', session_id: 's-1' });
  expect(spoken).not.toHaveProperty('on_behalf_of');
  const delegated = toCaller(aPrincipal('clerk', { onBehalfOf: { user: 'usr_eve', grantId: 'dgr_1' } }));
  expect(delegated).toMatchObject({ on_behalf_of: { user: 'usr_eve', grant_id: 'dgr_1' } });
  expect(delegated).not.toHaveProperty('speaker');
});
