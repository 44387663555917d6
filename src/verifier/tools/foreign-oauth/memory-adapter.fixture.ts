/** Storage of the foreign authorization server in tests: the adapter of oidc-provider, for one server. */
import type { Adapter, AdapterPayload } from 'oidc-provider';

/** Makes adapters that share one memory. */
export function createMemoryAdapters(): (model: string) => Adapter {
  const all = new Map<string, Map<string, AdapterPayload>>();
  return (model) => {
    const own = all.get(model) ?? new Map<string, AdapterPayload>();
    all.set(model, own);
    const findBy = async (name: 'uid' | 'userCode', value: string) =>
      [...own.values()].find((payload) => payload[name] === value);
    return {
      async upsert(id, payload) {
        own.set(id, payload);
      },
      find: async (id) => own.get(id),
      findByUid: (uid) => findBy('uid', uid),
      findByUserCode: (code) => findBy('userCode', code),
      async consume(id) {
        const payload = own.get(id);
        if (payload !== undefined) payload.consumed = Math.floor(Date.now() / 1000);
      },
      async destroy(id) {
        own.delete(id);
      },
      async revokeByGrantId(grantId) {
        for (const [id, payload] of own) if (payload.grantId === grantId) own.delete(id);
      },
    };
  };
}
