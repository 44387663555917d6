/** A real gateway between a client and a model server that follow a case; auditors only listen. */
import type { AuditorDefinition } from '@assay/sdk';
import { allowedFeatures } from '../../../src/policy/provider-features.ts';
import { patternAuditor } from '../../support/auditors.ts';
import { startTestGateway, type TestGateway } from '../../support/gateway.ts';
import { startModelServer } from '../../support/model-server.ts';
import { readAllWays, readAsAuditor, toDigits, toWord } from './canary.ts';
import { type Case, toAnswer, toRequest } from './case.ts';

/** The result of a case. */
export interface Outcome {
  /** Canaries that reached the other side. */
  readonly reached: readonly number[];
  /** Those that no auditor read. */
  readonly unseen: readonly number[];
}

export interface World {
  run(one: Case, canaries: readonly number[]): Promise<Outcome>;
  close(): Promise<void>;
}

export interface WorldOptions {
  /** Simulates an auditor that ignores texts, to show that the fuzzer detects it. */
  readonly listensTo?: (text: string) => boolean;
}

export async function openWorld({ listensTo = () => true }: WorldOptions = {}): Promise<World> {
  const model = await startModelServer();
  const heard: string[] = [];
  const listener: AuditorDefinition = patternAuditor('injection_risk', /(?!)/g, ({ text, system, documents }) => {
    heard.push(...[text, system, ...documents.map((document) => document.text)].filter(listensTo));
  });
  const open = (mode: string) =>
    startTestGateway({
      auditors: [listener],
      env: {
        GATEWAY_UPSTREAM_URL: model.url,
        GATEWAY_STREAM_MODE: mode,
        GATEWAY_FORWARDED_HEADERS: 'x-custom',
        // A refusal for features would say nothing about reading.
        GATEWAY_ALLOWED_FEATURES: allowedFeatures.options.join(','),
      },
    });
  const gateways = { buffer: await open('buffer'), window: await open('window') };

  return {
    async run(one, canaries) {
      heard.length = 0;
      model.seen.length = 0;
      model.answerWith((_call, response) => {
        const { status, headers, body } = toAnswer(one);
        response.writeHead(status, headers).end(body);
      });
      const answered = await send(one.isWindowed ? gateways.window : gateways.buffer, one);
      const arrived =
        one.side === 'request' ? JSON.stringify(model.seen) + model.seen.map(({ body }) => body).join() : answered;
      const shown = readAllWays(arrived);
      const read = readAsAuditor(heard.join('\n'), one.side === 'stream');
      const isIn = (text: string) => (canary: number) =>
        text.includes(toWord(canary)) || text.includes(toDigits(canary));
      const reached = canaries.filter(isIn(shown));
      return { reached, unseen: reached.filter((canary) => !isIn(read)(canary)) };
    },
    async close() {
      await Promise.all([gateways.buffer.dispose(), gateways.window.dispose()]);
      await model.close();
    },
  };
}

/** Everything that the client receives, except the gateway's own statements. */
async function send(gateway: TestGateway, one: Case): Promise<string> {
  const { target, headers, body } = toRequest(one);
  const response = await fetch(gateway.url + target, { method: 'POST', headers, body, redirect: 'manual' });
  const lines = [...response.headers].map(([name, value]) => `${name}: ${value}`);
  return `${lines.join('\n')}\n\n${await response.text()}`;
}
