import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { createLogger } from '../../platform/log.ts';
import { createHealthProblems, type HealthProblem } from './health-problems.ts';

function aRegistry() {
  const registry = new Registry();
  const lines: string[] = [];
  const log = createLogger({ service: 'test', level: 'info', destination: { write: (line) => void lines.push(line) } });
  return { registry, lines, problems: createHealthProblems({ registry, log }) };
}

describe('problems of a gateway', () => {
  it('end readiness only when the problem says so', () => {
    const { problems } = aRegistry();
    let now: HealthProblem[] = [{ reason: 'backlog', message: 'Evidence waits.' }];
    problems.add(() => now);
    expect(problems.toHealth()).toEqual({ ready: true, problems: ['Evidence waits.'], warnings: [] });
    now = [...now, { reason: 'key_refused', message: 'The key was revoked.', endsReadiness: true }];
    expect(problems.toHealth()).toMatchObject({ ready: false, problems: ['Evidence waits.', 'The key was revoked.'] });
    now = [];
    expect(problems.toHealth()).toEqual({ ready: true, problems: [], warnings: [] });
  });

  it('are counted by reason in the metric, and removed when over', async () => {
    const { problems, registry } = aRegistry();
    let now: HealthProblem[] = [
      { reason: 'auditor_not_ready', message: 'a' },
      { reason: 'auditor_not_ready', message: 'b' },
    ];
    problems.add(() => now);
    expect(await registry.metrics()).toContain('assay_gateway_problems{reason="auditor_not_ready"} 2');
    now = [];
    expect(await registry.metrics()).not.toContain('auditor_not_ready');
  });

  it('are logged once at their begin and once at their end', () => {
    const { problems, lines } = aRegistry();
    let now: HealthProblem[] = [{ reason: 'backlog', message: 'Evidence waits.' }];
    problems.add(() => now);
    problems.look();
    problems.look();
    now = [];
    problems.look();
    problems.look();
    expect(lines.map((line) => JSON.parse(line).msg)).toEqual(['Evidence waits.', 'the problem has ended']);
  });

  it('that are warnings stand apart, are no problem of the metric, and each is logged as a warning', async () => {
    const { problems, registry, lines } = aRegistry();
    problems.add(() => ['one', 'two'].map((message) => ({ reason: 'not_judged', message, isWarning: true })));
    expect(problems.toHealth()).toEqual({ ready: true, problems: [], warnings: ['one', 'two'] });
    expect(await registry.metrics()).not.toContain('not_judged');
    problems.look();
    problems.look();
    expect(lines.map((line) => JSON.parse(line)).map(({ level, msg }) => [level, msg])).toEqual([
      ['warn', 'one'],
      ['warn', 'two'],
    ]);
  });

  it('stay readable in large numbers', () => {
    const { problems } = aRegistry();
    problems.add(() => Array.from({ length: 1_000 }, (_, index) => ({ reason: 'many', message: `problem ${index}` })));
    const told = problems.toHealth().problems;
    expect(told).toHaveLength(65);
    expect(told.at(-1)).toBe('936 further problems are not listed.');
  });
});
