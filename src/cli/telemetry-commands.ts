/** Commands over telemetry exports, in the order in which help shows them. */
import type { Command } from './command.ts';
import { telemetryAdd } from './commands/telemetry-add.ts';
import { telemetryList } from './commands/telemetry-list.ts';
import { telemetryRemove } from './commands/telemetry-remove.ts';
import { telemetryShow } from './commands/telemetry-show.ts';
import { telemetryTest } from './commands/telemetry-test.ts';

export const telemetryCommands: readonly Command[] = [
  telemetryList,
  telemetryAdd,
  telemetryShow,
  telemetryTest,
  telemetryRemove,
];
