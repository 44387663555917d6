import { describe, expect, it } from 'vitest';
import { fits, toStatus } from './agent-filter.ts';

const agent = { id: 'invoice-clerk', name: 'Invoices', labels: { team: 'Finance' } };

describe('the filters of agents', () => {
  it('find an agent by its id, its name and its labels, whatever the case', () => {
    expect(['CLERK', 'invoices', 'finance', undefined].every((text) => fits(agent, text))).toBe(true);
    expect(fits(agent, 'payroll')).toBe(false);
  });

  it('drop a status that does not exist', () => {
    expect([toStatus('active'), toStatus('asleep'), toStatus(undefined)]).toEqual(['active', undefined, undefined]);
  });
});
