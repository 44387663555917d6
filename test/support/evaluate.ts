/** Asks a test gateway to judge a text, and for its configuration. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ClaimsRequest } from '@assay/sdk/contract';
import type { DecisionResult } from '../../src/contract/decision.ts';
import type { ConfigState } from '../../src/edge/config-bundle/config-state.ts';
import { operatorTokenFile } from '../../src/platform/http/operator-token.ts';
import type { TestGateway } from './gateway.ts';

export interface Asked {
  readonly agent?: string;
  readonly context?: ClaimsRequest['vendor_context'];
  /** In place of the input. */
  readonly data?: ClaimsRequest['data'];
  readonly phase?: ClaimsRequest['phase'];
  readonly headers?: Readonly<Record<string, string>>;
}

/** Judges an input in the request phase. */
export async function evaluate(gateway: TestGateway, input: string, asked: Asked = {}): Promise<DecisionResult> {
  const { agent = 'default', context, data = { input }, phase = 'request', headers } = asked;
  const body = { data, phase, ...(context === undefined ? {} : { vendor_context: context }) };
  const response = await gateway.post('/v1/evaluate', body, { 'x-assay-agent-id': agent, ...headers });
  return JSON.parse(await response.text());
}

/** Headers of the operator token of a gateway. */
export async function operatorHeaders({ folder }: TestGateway): Promise<Record<string, string>> {
  const token = await readFile(join(folder, operatorTokenFile), 'utf8');
  return { 'x-assay-key': token.trim() };
}

/** Provenance of a claim. */
export function provenanceOf({ claims }: DecisionResult, name: string): Readonly<Record<string, unknown>> | undefined {
  return claims.find((claim) => claim.name === name)?.provenance;
}

/** The gateway's current configuration. */
export async function configOf(gateway: TestGateway): Promise<ConfigState> {
  return JSON.parse(await (await gateway.get('/health')).text()).config;
}
