/** The variables, defaults and ports that the contract names (2.13), written out by hand. */
import { createAuditor } from '@assay/sdk';
import { describe, expect, it } from 'vitest';
import { auditors } from './catalog.ts';
import { injection } from './injection/auditor.ts';
import { toxicity } from './toxicity/auditor.ts';

const listed = (definition: (typeof auditors)[number]) => {
  const variables = createAuditor(definition, { env: {} }).catalogEntry().envVariables;
  return Object.fromEntries(variables.map((variable) => [variable.name, variable.default]));
};

it('each auditor has a port of its own from 8090 to 8098', () => {
  expect(Object.fromEntries(auditors.map(({ id, defaultPort }) => [id, defaultPort]))).toEqual({
    injection: 8090,
    pii: 8091,
    secrets: 8092,
    toxicity: 8093,
    groundedness: 8094,
    fairness: 8095,
    watermark: 8096,
    'model-security': 8097,
    sovereignty: 8098,
  });
});

it('each auditor lists the common variables and those of its MCP endpoint', () => {
  for (const definition of auditors) {
    expect(listed(definition)).toMatchObject({
      VENDOR_SESSION_ID: 'demo-session',
      MCP_ENABLED: true,
      MCP_TOOLS_PATH: '/mcp',
      MCP_METADATA_PATH: '/.well-known/mcp',
      MCP_MAX_CONCURRENT_CALLS: 10,
    });
    expect(Object.keys(listed(definition))).toEqual(
      expect.arrayContaining(['PORT', 'VENDOR_AUDITOR_ID', 'AUDITOR_ID']),
    );
  }
});

describe('the variables have their names and defaults', () => {
  it('of the injection auditor', () => {
    expect(listed(injection)).toMatchObject({
      INJECTION_THRESHOLD: 0.8,
      INJECTION_BLOCK_ON_DETECTION: true,
      INJECTION_BAN_SUBSTRINGS: expect.stringContaining(','),
      INJECTION_MAX_TOKEN_LIMIT: 4096,
      INJECTION_INVISIBLE_CHAR_CHECK: true,
      INJECTION_TOXICITY_THRESHOLD: 0.7,
    });
  });

  it('of the toxicity auditor', () => {
    expect(listed(toxicity)).toMatchObject({
      TOXICITY_MODEL: expect.stringMatching(/./),
      TOXICITY_THRESHOLD: 0.7,
      TOXICITY_SEVERE_THRESHOLD: 0.5,
      TOXICITY_THREAT_THRESHOLD: 0.6,
      TOXICITY_INSULT_THRESHOLD: 0.7,
      TOXICITY_IDENTITY_ATTACK_THRESHOLD: 0.5,
      TOXICITY_BLOCK_ON_DETECTION: true,
      TOXICITY_REPLACEMENT_MESSAGE: expect.stringContaining('filtered'),
      TOXICITY_MULTILINGUAL: true,
    });
  });
});

it('each setting has a control that its type can be drawn with', () => {
  const controls = {
    number: ['slider', 'number'],
    boolean: ['toggle'],
    string: ['text', 'textarea', 'select'],
    'string[]': ['tags', 'textarea', 'select'],
  } as const;
  for (const definition of auditors) {
    for (const claim of createAuditor(definition, { env: {} }).catalogEntry().claims) {
      for (const { key, type, control, options } of claim.settings) {
        if (control === undefined) continue;
        expect(controls[type], `${definition.id} ${claim.name}.${key}`).toContain(control);
        if (control === 'select') expect(options?.length).toBeGreaterThan(0);
      }
    }
  }
});

/** Compared with values in units of their own: scores in a user's table, and a test statistic. */
const otherUnits = ['score_threshold', 'z_threshold'];

it('each threshold is from 0 to 1, but for those in other units', () => {
  const thresholds = auditors.flatMap((definition) =>
    createAuditor(definition, { env: {} })
      .catalogEntry()
      .claims.flatMap(({ name, settings }) => settings.map((setting) => ({ claim: name, ...setting })))
      .filter(({ key }) => /(?:^|_)threshold$/.test(key) && !otherUnits.includes(key)),
  );
  expect(thresholds.length).toBeGreaterThan(10);
  for (const { claim, key, min, max } of thresholds) expect([claim, key, min, max]).toEqual([claim, key, 0, 1]);
});
