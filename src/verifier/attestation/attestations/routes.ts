/** HTTP routes of challenges and key attestations. */
import { attestations as operations } from '../../../contract/api/attestations/operations.ts';
import type { HttpApp } from '../../../platform/http/app.ts';
import { mountRaw } from '../../../platform/http/mount-raw.ts';
import { toAuthor } from '../../base/control/author.ts';
import type { Routes } from '../../base/feature.ts';
import type { Idempotency } from '../../base/idempotency/service.ts';
import type { Mount } from '../../base/mount.ts';
import { assertStorable } from '../../base/storable.ts';
import type { Attestations } from './service.ts';

interface AttestationServices {
  readonly mount: Mount;
  readonly attestations: Attestations;
  readonly idempotency: Idempotency;
  /** Drops a key from this process's cache of evidence keys. */
  readonly forgetKey: (orgId: string, kid: string) => void;
}

/** Serves `/v1/attestations` and its challenge. */
export function attestationRoutes(services: AttestationServices): Routes {
  const { mount, attestations } = services;
  return async (app) => {
    mount.read(app, operations.createChallenge, ({ caller }) => attestations.challenge(caller.organisation), {
      isBodyUnbounded: true,
    });
    // The record does not say whether it is new, so the status cannot be derived from it.
    mountRaw(app, operations.register, async ({ body, request: { caller }, reply }) => {
      const { record, isNew } = await attestations.register(caller.organisation, body.key_attestation, caller);
      return reply
        .code(isNew ? 201 : 200)
        .header('location', `/v1/attestations/${record.attestation_id}`)
        .send(record);
    });
    mount.read(app, operations.list, ({ caller, query, page }) =>
      attestations.list(caller.organisation, page, query.kid),
    );
    mount.read(app, operations.get, ({ caller, params }) => attestations.get(caller.organisation, params.id));
    addRevocation(app, services);
  };
}

/** Raw handler: the key is dropped after the transaction, since a reader in between would cache it again. */
function addRevocation(app: HttpApp, { attestations, idempotency, forgetKey }: AttestationServices): void {
  mountRaw(
    app,
    operations.revoke,
    async ({ params, headers, body, request: { caller } }) => {
      assertStorable(body);
      const orgId = caller.organisation;
      const operation = `POST /v1/attestations/${params.id}/revoke`;
      const write = { orgId, operation, key: headers['idempotency-key'], request: body };
      const { body: answer } = await idempotency.once(write, async (tx) => ({
        status: 200,
        body: await attestations.revoke(tx, params.id, { author: toAuthor(caller), reason: body.reason }),
      }));
      forgetKey(orgId, answer.kid);
      return answer;
    },
    { access: 'admin' },
  );
}
