import { expect, it } from 'vitest';
import { type LocalOptions, toLocalParts } from './local-parts.ts';
import type { EnvironmentPlan } from './plan-environments.ts';

const plan: EnvironmentPlan = {
  name: 'prod',
  models: [
    { agentId: 'helpdesk', modelId: 'llama' },
    { agentId: 'clerk', modelId: 'phi' },
  ],
  auditors: [
    { name: 'injection', image: 'assay/injection', port: 8090, env: { INJECTION_THRESHOLD: '0.5' } },
    { name: 'ours', image: 'registry.example.com/ours', port: 9000, url: 'https://ours.example.com' },
  ],
};
const options: LocalOptions = {
  model: { command: 'serve "$MODEL_ID"' },
  modelPort: 8000,
  env: { PATH: '/bin', AUDITOR_TOKEN: 'secret' },
  assay: ['node', 'assay.mjs'],
  folderOf: ({ name }) => `/data/${name}`,
};

it('each model is a process that gets its model, its agent and a port, and not the token of auditors', () => {
  const { parts } = toLocalParts(plan, options);
  const models = parts.filter(({ kind }) => kind === 'model');
  expect(models.map(({ url, process }) => [url, process?.env])).toEqual([
    ['http://127.0.0.1:8000', { PATH: '/bin', MODEL_ID: 'llama', AGENT_ID: 'helpdesk', PORT: '8000' }],
    ['http://127.0.0.1:8001', { PATH: '/bin', MODEL_ID: 'phi', AGENT_ID: 'clerk', PORT: '8001' }],
  ]);
});

it('each auditor of ours is a process with the variables of its item; one with a url is only called', () => {
  const { parts } = toLocalParts(plan, options);
  const [own, foreign] = parts.filter(({ kind }) => kind === 'auditor');
  expect(own?.process).toMatchObject({
    command: 'node',
    args: ['assay.mjs', 'start', '--only', 'injection', '--log', 'json'],
    env: { AUDITOR_TOKEN: 'secret', INJECTION_THRESHOLD: '0.5', PORT: '8090', ASSAY_DATA_DIR: '/data/injection' },
  });
  expect(foreign).toMatchObject({ url: 'https://ours.example.com' });
  expect(foreign).not.toHaveProperty('process');
});

it('a model server that already runs is used by all agents, and nothing is started', () => {
  const { parts } = toLocalParts(plan, { ...options, model: { url: 'http://127.0.0.1:11434' } });
  const models = parts.filter(({ kind }) => kind === 'model');
  expect(models.map(({ url, process }) => [url, process])).toEqual([
    ['http://127.0.0.1:11434', undefined],
    ['http://127.0.0.1:11434', undefined],
  ]);
});

it('an image that nobody runs, and two parts at one port, are refused', () => {
  const foreign = { name: 'mine', image: 'mine:1', port: 9001 };
  expect(toLocalParts({ ...plan, auditors: [foreign] }, options).refusals).toEqual([
    expect.stringContaining('auditor mine: mine:1'),
  ]);
  expect(toLocalParts(plan, { ...options, modelPort: 8089 }).refusals).toEqual([
    expect.stringContaining('http://127.0.0.1:8090'),
  ]);
  expect(toLocalParts(plan, { ...options, modelPort: 65_535 }).refusals).toEqual([
    expect.stringContaining('--model-port'),
  ]);
});
