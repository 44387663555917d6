/** Checks files without an account, and lists the passports of the organisation for those who may read them. */
import { Tabs } from '@mantine/core';
import { getRouteApi, useRouterState } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { Page } from '../../parts/page.tsx';
import { commonTexts } from '../../texts/common.ts';
import { verifyTexts as texts } from '../../texts/verify.ts';
import { CheckFiles } from './check-files.tsx';
import { toLinkToken } from './link-token.ts';
import { LinkedPassport } from './linked-passport.tsx';
import { OfflineNote } from './offline-note.tsx';
import { PassportList } from './passport-list.tsx';

const route = getRouteApi('/verify');

export function VerifyPage() {
  const { tab, latest, ...options } = route.useSearch();
  const navigate = route.useNavigate();
  const token = useRouterState({ select: ({ location }) => toLinkToken(location.hash) });
  const mayList = useMay('passports.list');
  if (token !== undefined) return <LinkedPassport token={token} />;
  const isList = mayList && tab === 'passports';
  return (
    <Page title={commonTexts.pages.verify} about={texts.about}>
      <Tabs
        value={isList ? 'passports' : 'files'}
        onChange={(value) =>
          void navigate({ search: (old) => ({ ...old, tab: value === 'passports' ? value : undefined }) })
        }
      >
        {mayList && (
          <Tabs.List mb="md">
            <Tabs.Tab value="files">{texts.tabs.files}</Tabs.Tab>
            <Tabs.Tab value="passports">{texts.tabs.passports}</Tabs.Tab>
          </Tabs.List>
        )}
        <Tabs.Panel value="files">
          <CheckFiles
            options={options}
            onOptions={(change) => void navigate({ search: (old) => ({ ...old, ...change }), replace: true })}
          />
          <OfflineNote />
        </Tabs.Panel>
        <Tabs.Panel value="passports">
          {isList && (
            <PassportList
              isLatest={latest === 'yes'}
              onLatest={(is) => void navigate({ search: (old) => ({ ...old, latest: is ? 'yes' : undefined }) })}
            />
          )}
        </Tabs.Panel>
      </Tabs>
    </Page>
  );
}
