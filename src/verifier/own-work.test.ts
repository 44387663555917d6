/** Background work that starts by itself, whatever the interval of the hourly run. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { testDatabaseKind } from '../platform/db/test-db.ts';
import { openReceiver, type Receiver } from './composition/webhooks/receiver.fixture.ts';
import { makeWebhook, tell } from './composition/webhooks/webhooks.fixture.ts';
import { openTestVerifier, type TestVerifier } from './test-verifier.ts';

let verifier: TestVerifier;
let receiver: Receiver;
beforeAll(async () => {
  verifier = await openTestVerifier({ VERIFIER_LIFECYCLE_INTERVAL_S: '0' }, testDatabaseKind, { isScheduled: true });
  receiver = await openReceiver();
});
afterAll(async () => {
  await verifier?.close();
  await receiver?.close();
});

it('a verifier without an hourly run still sends webhooks automatically', async () => {
  const { url, received } = receiver;
  await makeWebhook(verifier, { url });
  await tell(verifier, 'approval.requested');
  await vi.waitFor(() => expect(received).toHaveLength(1));
});
