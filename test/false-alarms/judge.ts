/** Judges bodies like a gateway with its built-in chain and the default policy, without a server. */
import { createAuditor } from '@assay/sdk';
import type { Claim, ClaimsRequest } from '@assay/sdk/contract';
import { textAuditors } from '../../src/auditors/catalog.ts';
import { requestSubject, responseSubject } from '../../src/gateway/exchange/subject.ts';
import type { InspectedRequest } from '../../src/gateway/proxy/api.ts';
import { defaultPolicySettings } from '../../src/policy/default-policy.ts';
import type { Example } from './examples.ts';

/** Configured like the built-in chain, since most questions contain names and places. */
const chain = textAuditors.map((definition) => createAuditor(definition, { env: { PII_NAMES: 'false' } }));

/** Categories with a threshold of their own, which decide about answers. */
const limited = ['severe_toxicity', 'threat', 'insult', 'identity_attack'];

/** Findings by the default policy's thresholds, each of which refuses, redacts or notes. */
const findings: Readonly<Record<string, (value: unknown, phase: Example['phase']) => boolean>> = {
  injection_risk: (value) => Number(value) >= defaultPolicySettings.INJECTION_THRESHOLD,
  invisible_chars: (value) => value === true,
  banned_substring: (value) => value === true,
  regex_matched: (value) => value === true,
  // Many prompts are longer than the limit that ships, which only notes them.
  input_toxicity: (value) => Number(value) >= 0.7,
  secret_leaked: (value) => value === true,
  pii_found: (value) => value === true,
  toxic_content: (value) => Number(value) >= defaultPolicySettings.TOXICITY_THRESHOLD,
  toxicity_categories: (value, phase) =>
    phase === 'response' && limited.some((name) => Array.isArray(value) && value.includes(name)),
};

const asked: InspectedRequest = {
  modelId: 'm',
  stream: false,
  input: 'What is the weather like in Paris today?',
  documents: [],
  roles: ['user'],
  parts: [],
  uninspected: [],
  features: [],
};

/** Findings in a body, by claim, with their details. */
export async function findIn(example: Example): Promise<readonly Claim[]> {
  const request = toClaimsRequest(example);
  const answers = await Promise.all(chain.map((auditor) => auditor.claims(request)));
  return answers.flatMap((answer) => {
    if (answer.status === 'error') throw new Error(answer.error.message);
    return answer.claims.filter(({ name, value }) => findings[name]?.(value, example.phase) === true);
  });
}

function toClaimsRequest({ api, phase, body }: Example): ClaimsRequest {
  if (phase === 'request') {
    const parsed = api.parseRequest(body);
    if (!parsed.ok) throw new Error(parsed.error.message);
    const call = { api, body, inspected: parsed.request, headerTexts: [] };
    return { phase, data: requestSubject(call, 'session-1').data };
  }
  const parsed = api.parseResponse(body);
  if (!parsed.ok) throw new Error(parsed.reason);
  return { phase, data: responseSubject(api, body, { request: asked, response: parsed.response }, 'session-1').data };
}
