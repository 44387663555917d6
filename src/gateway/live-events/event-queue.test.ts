import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { LiveEvent } from '../../contract/live-events.ts';
import { createEventQueue } from './event-queue.ts';

const anEvent = (id: number): LiveEvent => ({
  id: String(id),
  type: 'agent.log',
  time: '',
  agent_id: 'a',
  trace_id: 't',
  session_id: 's',
  data: { level: 'info', message: 'm' },
});

it('for any puts and takes, order and bound are kept, and each event is there once or was dropped', () => {
  const steps = fc.array(fc.oneof(fc.constant('push' as const), fc.integer({ min: 1, max: 7 })), { maxLength: 200 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 5 }), (list, bound) => {
      const queue = createEventQueue(bound);
      const model: number[] = [];
      for (const [index, step] of list.entries()) {
        if (step === 'push') {
          model.push(index);
          const dropped = model.length > bound ? model.shift() : undefined;
          expect(queue.push(anEvent(index))?.id).toBe(dropped?.toString());
        } else {
          expect(queue.take(step).map(({ id }) => Number(id))).toEqual(model.splice(0, step));
        }
        expect(queue.size()).toBe(model.length);
      }
    }),
  );
});
