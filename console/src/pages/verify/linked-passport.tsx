/** A passport that somebody shared by a link: what it says, and the check of its proof in this browser. */
import { ApiError } from '@assay/client';
import { Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { Empty } from '../../parts/empty.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { verifyTexts } from '../../texts/verify.ts';
import { BundleCheck } from './bundle-check.tsx';
import { PublicFacts } from './public-facts.tsx';

const texts = verifyTexts.linked;

export function LinkedPassport({ token }: { readonly token: string }) {
  const query = useQuery({
    queryKey: ['passports.readLinked', token],
    queryFn: ({ signal }) => api.passports.readLinked({ body: { token } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const isGone = query.error instanceof ApiError && query.error.status === 404;
  return (
    <Page title={texts.title} about={texts.about}>
      {isGone ? (
        <Empty title={texts.gone}>{texts.goneHelp}</Empty>
      ) : (
        <Loaded query={query} lines={8}>
          {({ passport, bundle, expires_at: end }) => (
            <Stack>
              <Panel title={verifyTexts.passport.tabs.proof}>
                <BundleCheck bundle={bundle} name={passport.passport_id} isAtOnce />
              </Panel>
              <Panel title={verifyTexts.passport.facts}>
                <PublicFacts passport={passport} />
                <Text size="xs" c="dimmed" mt="sm">
                  {texts.until} {end === null ? texts.noEnd : <TimeAgo value={end} />}
                </Text>
              </Panel>
              <Panel title={verifyTexts.passport.claims}>
                <JsonView value={passport.claims} label={verifyTexts.passport.claims} />
              </Panel>
            </Stack>
          )}
        </Loaded>
      )}
    </Page>
  );
}
