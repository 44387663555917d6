import { describe, expect, it } from 'vitest';
import { inspectSample } from '../inspect.fixture.ts';
import { maliciousPickles } from '../malicious-pickles.fixture.ts';

describe('a malicious pickle is flagged in any form', () => {
  it.each(maliciousPickles.map(({ what, name, bytes }) => [what, name, bytes] as const))(
    '%s',
    async (_what, name, bytes) => {
      const inspection = await inspectSample(bytes, name);
      expect(inspection.malwareFree).toBe(false);
    },
  );
});
