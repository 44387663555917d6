import { describe, expect, it } from 'vitest';
import { type ConsoleLine, lineFits, linesThatFit, newerThan, placeOf, toLine, toLineFilter } from './console-line.ts';

const eventOf = (event: string, data: object, id: string | undefined = '7') => ({
  event,
  id,
  data: JSON.stringify({ id, type: event, time: '2026-11-22T15:08:11.123Z', data }),
});

const lineOf = (event: string, data: object): ConsoleLine => {
  const line = toLine(eventOf(event, data));
  if (line === undefined) throw new Error('there is no line');
  return line;
};

describe('a line of the live console', () => {
  it('says what was decided and leads to the exchange', () => {
    const line = lineOf('auditor.decision', {
      phase: 'request',
      decision: 'deny',
      reasons: ['default.injection'],
      latency_ms: 12.4,
      evidence_id: 'ev_1',
      approval_id: 'apr_1',
    });
    expect(line).toMatchObject({ word: 'deny', evidenceId: 'ev_1', approvalId: 'apr_1', level: undefined });
    expect(line.text).toBe('request  default.injection  12 ms');
  });

  it('says how a call of a model and of a tool stands', () => {
    expect(
      lineOf('model.invocation', { model_id: 'echo', status: 'succeeded', input_tokens: 4, output_tokens: 7 }),
    ).toMatchObject({ word: 'succeeded', text: 'echo  4 → 7 tokens' });
    expect(
      lineOf('tool.call', { server: 'crm', tool: 'search', status: 'failed', error: { code: 'upstream_timeout' } }),
    ).toMatchObject({ word: 'failed', text: 'crm/search  upstream_timeout' });
  });

  it('is made of a heartbeat only where events are missing', () => {
    expect(toLine(eventOf('heartbeat', { last_id: '5' }, ''))).toBeUndefined();
    expect(toLine(eventOf('heartbeat', { last_id: '9', gap: { from: '6', to: '8' } }, ''))).toMatchObject({
      type: 'gap',
      text: '6 8',
    });
  });

  it('survives an event that is no JSON', () => {
    expect(toLine({ event: 'agent.log', id: '1', data: '<script>' })).toMatchObject({ id: '1', text: '' });
  });
});

describe('the place in the stream', () => {
  it('comes from heartbeats too, so that a break before the first event loses none', () => {
    expect(placeOf(eventOf('heartbeat', { last_id: '48210' }))).toBe('48210');
    expect(placeOf(eventOf('tool.call', { last_id: '48210' }))).toBeUndefined();
  });
});

describe('the filters of the live console', () => {
  const warning = lineOf('agent.log', { level: 'warn', message: 'Low on Memory' });
  const call = lineOf('tool.call', { server: 'crm', tool: 'search', status: 'started' });

  it('keep the named types, the level of the log and the text', () => {
    const filter = (search: Parameters<typeof toLineFilter>[0]) => linesThatFit([warning, call], toLineFilter(search));
    expect(filter({})).toEqual([warning, call]);
    expect(filter({ types: 'tool.call' })).toEqual([call]);
    expect(filter({ level: 'error' })).toEqual([call]);
    expect(filter({ level: 'warn', types: 'agent.log' })).toEqual([warning]);
    expect(filter({ find: 'MEMORY' })).toEqual([warning]);
  });

  it('ignore types that do not exist', () => {
    expect(toLineFilter({ types: 'x,tool.call', level: 'loud' })).toMatchObject({
      types: ['tool.call'],
      level: undefined,
    });
  });

  it('always show that events are missing', () => {
    const gap = toLine(eventOf('heartbeat', { gap: { from: '1', to: '2' } }));
    expect(gap !== undefined && lineFits(gap, toLineFilter({ types: 'tool.call', find: 'x' }))).toBe(true);
  });
});

describe('the count of new lines during a pause', () => {
  it('starts after the line that was the newest', () => {
    const lines = ['1', '2', '3'].map((id) => ({ ...lineOf('agent.log', {}), id }));
    expect([
      newerThan(lines, '1'),
      newerThan(lines, '3'),
      newerThan(lines, 'gone'),
      newerThan(lines, undefined),
    ]).toEqual([2, 0, 3, 3]);
  });
});
