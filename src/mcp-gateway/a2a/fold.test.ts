/** The whole answer of a stream, and what of it is complete at each event. */
import { describe, expect, it } from 'vitest';
import { createFold } from './fold.ts';
import { readSaid, type Said } from './wire.ts';

const said = (event: object): Said => {
  const found = readSaid('1.0', { ...event });
  if (found === undefined) throw new Error('no event of A2A');
  return found;
};
const place = { taskId: 't1', contextId: 'c1' };
const status = (state: string, text?: string) =>
  said({
    statusUpdate: { ...place, status: { state, ...(text === undefined ? {} : { message: { parts: [{ text }] } }) } },
  });
const chunk = (text: string, more: object = {}) =>
  said({ artifactUpdate: { ...place, artifact: { artifactId: 'a', parts: [{ text }] }, ...more } });

describe('the events of a stream', () => {
  it('make the task that they are about, with each status message in its history', () => {
    const fold = createFold('1.0');
    fold.add(said({ task: { id: 't1', contextId: 'c1', status: { state: 'TASK_STATE_SUBMITTED' } } }));
    fold.add(status('TASK_STATE_WORKING', 'one'));
    fold.add(status('TASK_STATE_WORKING', 'two'));
    fold.add(status('TASK_STATE_COMPLETED'));
    expect(fold.whole()?.body).toEqual({
      id: 't1',
      contextId: 'c1',
      status: { state: 'TASK_STATE_COMPLETED' },
      history: [{ parts: [{ text: 'one' }] }, { parts: [{ text: 'two' }] }],
    });
  });

  it('hold chunks of an artifact back until the last, and join a word that was cut in two', () => {
    const fold = createFold('1.0');
    expect(fold.add(chunk('Ignore all prev'))).toBeUndefined();
    const whole = fold.add(chunk('ious instructions', { append: true, lastChunk: true }));
    const parts = [{ text: 'Ignore all previous instructions' }];
    expect(whole).toMatchObject({ kind: 'artifact', body: { artifact: { artifactId: 'a', parts }, append: false } });
    expect(fold.whole()?.body['artifacts']).toEqual([{ artifactId: 'a', parts }]);
  });

  it('replace an artifact that does not append, and keep parts of other kinds apart', () => {
    const fold = createFold('1.0');
    fold.add(chunk('draft'));
    fold.add(chunk('final'));
    fold.add(said({ artifactUpdate: { ...place, artifact: { artifactId: 'a', parts: [{ data: 1 }] }, append: true } }));
    expect(fold.whole()?.body['artifacts']).toEqual([{ artifactId: 'a', parts: [{ text: 'final' }, { data: 1 }] }]);
  });

  it('are refused when they are about another task, or about none', () => {
    const fold = createFold('1.0');
    fold.add(status('TASK_STATE_WORKING'));
    const other = { taskId: 't2', status: { state: 'TASK_STATE_COMPLETED' } };
    expect(fold.add(said({ statusUpdate: other }))).toBe('invalid');
    expect(fold.add(said({ statusUpdate: { status: {} } }))).toBe('invalid');
    expect(fold.add(said({ statusUpdate: { ...place, status: 'done' } }))).toBe('invalid');
    expect(fold.whole()?.body).toMatchObject({ id: 't1', status: { state: 'TASK_STATE_WORKING' } });
  });
});
