import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as sdk from './index.ts';

const read = (path: string) => readFileSync(new URL(path, import.meta.url), 'utf8');

it("the README's auditor is the tested example", () => {
  expect(read('../README.md')).toContain(`\`\`\`ts\n${read('../../examples/custom-auditor/auditor.ts')}\`\`\`\n`);
});

it('every claim helper of the README is exported', () => {
  const named = read('../README.md').match(/`(\w+Claim|piiNoneFound)`/g) ?? [];
  expect(named).toHaveLength(10);
  for (const name of named) expect(sdk).toHaveProperty(name.replaceAll('`', ''));
});

it('the public API changes only on purpose', () => {
  expect(Object.keys(sdk).sort()).toEqual([
    ...['AuditorFailure', 'ModelUnavailableError', 'annotationName', 'bounds', 'createAuditor', 'defineAuditor'],
    ...[
      'fairnessClaim',
      'groundednessClaim',
      'injectionClaim',
      'method',
      'modelSecurityClaim',
      'piiClaim',
      'piiNoneFound',
    ],
    ...['resolveInfrastructure', 'secretsClaim', 'serveAuditor', 'setting', 'sovereigntyClaim', 'toxicityClaim'],
    ...['variableName', 'watermarkClaim'],
  ]);
});

it.each(['policy/policy.ts', 'keys/keys.ts', 'mcp-tools/tools.ts'])(
  "the README's sample %s is the tested example",
  (path) => {
    expect(read('../README.md')).toContain(`\`\`\`ts\n${read(`../../examples/${path}`)}\`\`\`\n`);
  },
);
