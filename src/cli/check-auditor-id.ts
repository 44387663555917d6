/** Check of `auditor verify --id`: the auditor at a URL is the one that is meant, by its health and its vocabulary. */
import { isRecord } from '@assay/sdk/contract';
import type { CheckResult } from '@assay/sdk/testing';
import { toPlainText } from '../proof/report.ts';

export interface AuditorIdOptions {
  readonly healthPath: string;
  readonly token: string | undefined;
  readonly timeoutMs: number;
}

/** Passes when both answers have the id. */
export async function checkAuditorId(url: string, id: string, options: AuditorIdOptions): Promise<CheckResult> {
  const paths = [options.healthPath, '/vocabulary'];
  const told = await Promise.all(paths.map((path) => readAuditorId(`${url}${path}`, options)));
  const wrong = paths.flatMap((path, index) => {
    const found = told[index];
    if (found === id) return [];
    return [`${path} ${found === undefined ? 'has no auditor_id' : `says ${toPlainText(found)}`}`];
  });
  return {
    id: 'expected-id',
    title: `the auditor is ${id}`,
    obligation: 'contract',
    status: wrong.length === 0 ? 'passed' : 'failed',
    message: wrong.length === 0 ? '' : `${wrong.join(', ')}. Another auditor uses this port, or its id is another.`,
  };
}

async function readAuditorId(url: string, { token, timeoutMs }: AuditorIdOptions): Promise<string | undefined> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  const answer = await fetch(url, { headers, signal: AbortSignal.timeout(timeoutMs), redirect: 'manual' });
  const body: unknown = await answer.json().catch(() => undefined);
  const id: unknown = isRecord(body) ? body['auditor_id'] : undefined;
  return typeof id === 'string' ? id : undefined;
}
