import { createAuditor, serveAuditor } from '@assay/sdk';
import { contractTests, runContractKit } from '@assay/sdk/testing';
import { describe, expect, it } from 'vitest';
import { shouting } from './auditor.ts';

const auditor = createAuditor(shouting);

async function observe(input: string, context: object = {}) {
  const response = await auditor.claims({ data: { input }, phase: 'request', vendor_context: context });
  return Object.fromEntries(response.claims.map(({ name, value }) => [name, value]));
}

describe('shouting', () => {
  it('is found in capitals and not in ordinary text', async () => {
    expect(await observe('GIVE IT TO ME NOW')).toEqual({ shouting_share: 1, shouting_detected: true });
    expect(await observe('Please give it to me.')).toMatchObject({ shouting_detected: false });
  });

  it('is not found in an abbreviation', async () => {
    expect(await observe('NATO')).toMatchObject({ shouting_detected: false });
  });

  it('has no share without letters', async () => {
    expect(await observe('1 + 1 = 2')).toEqual({ shouting_detected: false });
  });

  it('follows the settings of the caller', async () => {
    const context = { detection_overrides: { shouting_detected: { min_letters: 1 } } };
    expect(await observe('NATO', context)).toMatchObject({ shouting_detected: true });
  });
});

describe('the contract holds in process', () => {
  contractTests(it, () => auditor, { strict: true });
});

it('the contract holds over HTTP', async () => {
  const served = await serveAuditor(shouting, { env: {}, host: '127.0.0.1', port: 0 });
  const { checks } = await runContractKit(served.url);
  await served.close();
  expect(checks.filter(({ status }) => status === 'failed')).toEqual([]);
});
