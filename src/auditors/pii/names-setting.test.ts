import { createAuditor } from '@assay/sdk';
import { expect, it } from 'vitest';
import { pii } from './auditor.ts';

const text = 'My name is Maria Schmidt from Hamburg, card 4111 1111 1111 1111.';

async function typesWith(env: Record<string, string>): Promise<string[]> {
  const auditor = createAuditor(pii, { env });
  const response = await auditor.claims({ data: { input: text }, phase: 'request' });
  const claims = response.status === 'success' ? response.claims : [];
  return JSON.parse(JSON.stringify(claims.find(({ name }) => name === 'pii_types')?.value ?? []));
}

it('names and places are found unless PII_NAMES is off; structured types always', async () => {
  expect(await typesWith({})).toEqual(expect.arrayContaining(['credit_card', 'person']));
  expect(await typesWith({ PII_NAMES: 'false' })).toEqual(['credit_card']);
});
