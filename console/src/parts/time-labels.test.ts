import { expect, test } from 'vitest';
import { toTimeLabels } from './time-labels.ts';

const local = (hour: number, minute: number) => new Date(2026, 10, 24, hour, minute).getTime() / 1000;

test('times of a day are named by the clock, and midnight by its day', () => {
  expect(toTimeLabels([local(0, 0), local(9, 5), local(21, 30)], 3600)).toEqual(['24 Nov', '09:05', '21:30']);
});

test('an axis of days names days only', () => {
  expect(toTimeLabels([local(12, 0)], 86_400)).toEqual(['24 Nov']);
});
