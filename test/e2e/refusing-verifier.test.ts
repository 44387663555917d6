import { expect, it } from 'vitest';
import { AppError } from '../../src/platform/errors.ts';
import { createConfigVerifier } from '../support/config-verifier.ts';
import { configOf, evaluate } from '../support/evaluate.ts';
import { startTestGateway } from '../support/gateway.ts';

it.each(['unauthorized', 'forbidden'] as const)(
  'a gateway whose credential the verifier refuses (%s) reports it, answers nothing, and applies the bundle once accepted',
  async (code) => {
    const verifier = createConfigVerifier();
    verifier.publish();
    let isKnown = false;
    const refuse = () => {
      if (!isKnown) throw new AppError(code, 'no', { detail: 'the token is unknown' });
    };
    const gateway = await startTestGateway({
      verifier: {
        ...verifier.client,
        async configBundle(poll) {
          refuse();
          return verifier.client.configBundle(poll);
        },
        async challenge() {
          refuse();
          return verifier.client.challenge();
        },
        async registerKeyAttestation(attestation) {
          refuse();
          return verifier.client.registerKeyAttestation(attestation);
        },
      },
    });
    try {
      expect(await evaluate(gateway, 'hello')).toMatchObject({ code: 'configuration_unavailable' });
      const status = code === 'unauthorized' ? 401 : 403;
      const problem = expect.stringContaining(`HTTP ${status}: the token is unknown`);
      expect(await configOf(gateway)).toMatchObject({
        verifier: 'refusing',
        source: 'files',
        problems: [{ reason: 'verifier_refuses', message: problem }],
      });
      const forwarding = async () => JSON.parse(await (await gateway.get('/health')).text()).forwarding;
      await expect.poll(forwarding).toMatchObject({ connected: false, problem });
      expect((await forwarding()).problem).toContain('GATEWAY_VERIFIER_KEY');
      isKnown = true;
      await expect.poll(() => configOf(gateway)).toMatchObject({ verifier: 'connected', revision: 1, problems: [] });
      await expect.poll(forwarding).toMatchObject({ connected: true, problem: null, backlog: 0 });
    } finally {
      await gateway.dispose();
    }
  },
);
