/** Platform rows. One line in `measures` per subject. */
import type { Group, Row } from '../report.ts';
import { measureConsole } from './platform-console.ts';
import { measureEffective } from './platform-effective.ts';
import { measureInjection } from './platform-injection.ts';
import { measureWorkflows } from './platform-workflows.ts';

/** Measures the rows of one subject, each with its baseline in the same run. */
export type Measure = (progress: (message: string) => void) => Promise<Row[]>;

const measures: readonly Measure[] = [measureInjection, measureEffective, measureConsole, measureWorkflows];

export const platformGroup: Group = {
  name: 'platform',
  summary: 'work for agents: adding credentials to calls, resolving tools and credentials',
  async run({ progress }) {
    const rows: Row[] = [];
    for (const measure of measures) rows.push(...(await measure(progress)));
    return rows;
  },
};
