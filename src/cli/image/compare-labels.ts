/** Compares the labels of an image with an auditor that runs: its phases, its version, and what it answers. */
import { isRecord, labels } from '@assay/sdk/contract';
import type { CheckResult } from '@assay/sdk/testing';
import { type ImageLabels, labelItems, show } from '../../contract/image-labels.ts';

export interface CompareOptions {
  readonly token: string | undefined;
  readonly timeoutMs: number;
  readonly healthPath: string;
  readonly claimsPath: string;
}

const versionLabel = 'org.opencontainers.image.version';

/** Asks the auditor once for each thing; an answer that is not understood fails the check. */
export async function compareLabels(found: ImageLabels, url: string, options: CompareOptions): Promise<CheckResult[]> {
  const [health, vocabulary] = await Promise.all([
    ask(`${url}${options.healthPath}`, options),
    ask(`${url}/vocabulary`, options),
  ]);
  return [
    toCheck('label-phase-runs', `${labels.phase} names phases of the auditor`, comparePhases(found, vocabulary)),
    toCheck(
      'label-interfaces-run',
      `${labels.interfaces} names what the auditor answers`,
      await compareInterfaces(found, url, options),
    ),
    {
      ...toCheck('label-version-runs', `${versionLabel} is the version of the auditor`, compareVersion(found, health)),
      obligation: 'advice',
    },
  ];
}

function comparePhases(found: ImageLabels, vocabulary: unknown): string {
  const declared: unknown = isRecord(vocabulary) ? vocabulary['phases'] : undefined;
  if (!Array.isArray(declared)) return '/vocabulary lists no phases';
  const missing = itemsOf(found[labels.phase]).filter((phase) => !declared.includes(phase));
  return missing.length === 0
    ? ''
    : `the auditor has no phase ${missing.join(', ')}: /vocabulary lists ${show(declared)}`;
}

function compareVersion(found: ImageLabels, health: unknown): string {
  const version: unknown = isRecord(health) ? health['version'] : undefined;
  const stated = found[versionLabel];
  if (stated === undefined) return 'the image has no such label';
  return stated === version ? '' : `the image has ${show(stated)}, /health says ${show(version)}`;
}

async function compareInterfaces(found: ImageLabels, url: string, options: CompareOptions): Promise<string> {
  const asked: Readonly<Record<string, () => Promise<boolean>>> = {
    health: async () => isRecord(await ask(`${url}${options.healthPath}`, options)),
    vocabulary: async () => isRecord(await ask(`${url}/vocabulary`, options)),
    claims: async () => {
      const answer = await ask(`${url}${options.claimsPath}`, options, { data: { input: 'hello' }, phase: 'request' });
      return isRecord(answer) && Array.isArray(answer['claims']);
    },
    metrics: async () => (await ask(`${url}/metrics`, options)) !== undefined,
  };
  const silent: string[] = [];
  for (const name of itemsOf(found[labels.interfaces])) {
    const answers = await asked[name]?.();
    if (answers === false) silent.push(name);
  }
  return silent.length === 0 ? '' : `the auditor does not answer ${silent.join(', ')}`;
}

function itemsOf(label: unknown): readonly string[] {
  return typeof label === 'string' ? labelItems(label) : [];
}

/** JSON of a successful answer, its text if it is none; `undefined` for any other answer. */
async function ask(url: string, { token, timeoutMs }: CompareOptions, body?: object): Promise<unknown> {
  const answer = await fetch(url, {
    redirect: 'manual',
    signal: AbortSignal.timeout(timeoutMs),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status !== 200) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function toCheck(id: string, title: string, message: string): CheckResult {
  return { id, title, obligation: 'contract', status: message === '' ? 'passed' : 'failed', message };
}
