/** The versions of a policy. */
import type { Policy, PolicyVersion } from '@assay/client';
import { useEffect } from 'react';
import { api } from '../../api/client.ts';
import { usePages } from '../../parts/use-pages.ts';

const pageSize = 100;

export function useVersions(id: string) {
  return usePages<PolicyVersion>({
    key: ['policies.listVersions', id],
    read: (cursor, signal) => api.policies.listVersions({ id, limit: pageSize, cursor }, { signal }),
  });
}

/** The version that an address names; undefined if it names none, or the newest. Reads on until it is there. */
export function useVersion({ id, version: newest }: Policy, wanted: string | undefined): PolicyVersion | undefined {
  const number = Number(wanted);
  const isOld = Number.isSafeInteger(number) && number > 0 && number < newest;
  const { items, query } = useVersions(id);
  const found = isOld ? items.find(({ version }) => version === number) : undefined;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  useEffect(() => {
    if (isOld && found === undefined && hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [isOld, found, hasNextPage, isFetchingNextPage, fetchNextPage]);
  return found;
}
