/** One passport: what it says, its proof, and the links by which strangers read it. */
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { IdText } from '../../parts/id-text.tsx';
import { JsonView } from '../../parts/json-view.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { verifyTexts } from '../../texts/verify.ts';
import { BundleCheck } from './bundle-check.tsx';
import { PassportLinks } from './passport-links.tsx';
import { PassportSummaryView } from './passport-summary.tsx';

const route = getRouteApi('/verify/passport/$id');
const texts = verifyTexts.passport;
const names = ['summary', 'claims', 'proof', 'links'] as const;

export function PassportPage() {
  const { id } = route.useParams();
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const mayLinks = useMay('passports.listLinks');
  const query = useQuery({
    queryKey: ['passports.get', id],
    queryFn: ({ signal }) => api.passports.get({ id }, { signal }),
  });
  const offered = names.filter((name) => name !== 'links' || mayLinks);
  const shown = offered.find((name) => name === tab) ?? 'summary';
  return (
    <Page title={texts.title} about={<IdText value={id} />}>
      <Loaded query={query} lines={10}>
        {(passport) => (
          <Tabs
            value={shown}
            onChange={(value) => void navigate({ search: { tab: value ?? undefined }, replace: true })}
            keepMounted={false}
          >
            <Tabs.List mb="md">
              {offered.map((name) => (
                <Tabs.Tab key={name} value={name}>
                  {texts.tabs[name]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value={shown}>
              {shown === 'summary' && <PassportSummaryView passport={passport} />}
              {shown === 'claims' && <JsonView value={passport} label={texts.claims} />}
              {shown === 'proof' && <PassportProof id={id} />}
              {shown === 'links' && <PassportLinks id={id} />}
            </Tabs.Panel>
          </Tabs>
        )}
      </Loaded>
    </Page>
  );
}

function PassportProof({ id }: { readonly id: string }) {
  const bundle = useQuery({
    queryKey: ['passports.exportBundle', id],
    queryFn: ({ signal }) => api.passports.exportBundle({ id }, { signal }),
  });
  return <Loaded query={bundle}>{(data) => <BundleCheck bundle={data} name={id} />}</Loaded>;
}
