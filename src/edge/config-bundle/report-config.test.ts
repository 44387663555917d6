import { expect, it } from 'vitest';
import type { GatewayReport } from '../../contract/control/gateway-report.ts';
import { createLogger } from '../../platform/log.ts';
import { createConfigReporter } from './report-config.ts';

const log = createLogger({ service: 'test', level: 'silent' });
const reportOf = (running: string): GatewayReport => ({ running, source: 'verifier', problems: [] });
const turn = () => new Promise((resolve) => setImmediate(resolve));

it('a report is sent once for each change, one at a time, and repeated until it was received', async () => {
  const sent: (string | null)[] = [];
  let answer: (() => void) | undefined;
  let isAway = true;
  const report = createConfigReporter(({ running }) => {
    sent.push(running);
    if (isAway) return Promise.reject(new Error('away'));
    return new Promise((resolve) => {
      answer = resolve;
    });
  }, log);
  report(reportOf('a.1'));
  await turn();
  isAway = false;
  report(reportOf('a.1'));
  report(reportOf('a.2'));
  await turn();
  expect(sent).toEqual(['a.1', 'a.1']);
  answer?.();
  await turn();
  report(reportOf('a.1'));
  report(reportOf('a.2'));
  report(reportOf('a.2'));
  await turn();
  expect(sent).toEqual(['a.1', 'a.1', 'a.2']);
});
