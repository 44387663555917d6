/** Background work that starts by itself, whatever the interval of the hourly run. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { testDatabaseKind } from '../platform/db/test-db.ts';
import { openTestVerifier, type TestVerifier } from './test-verifier.ts';
import { openReceiver, type Receiver } from './webhooks/receiver.fixture.ts';
import { makeWebhook, tell } from './webhooks/webhooks.fixture.ts';

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

it('a verifier without an hourly run still sends webhooks by itself', async () => {
  const { url, received } = receiver;
  await makeWebhook(verifier, { url });
  await tell(verifier, 'approval.requested');
  await vi.waitFor(() => expect(received).toHaveLength(1));
});
