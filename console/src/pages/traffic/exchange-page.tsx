/** One exchange in full: what was judged, which rule decided, and the proof of it. */
import type { EvidenceExplanation, EvidenceView } from '@assay/client';
import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { api } from '../../api/client.ts';
import { IdText } from '../../parts/id-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Page } from '../../parts/page.tsx';
import { trafficTexts } from '../../texts/traffic.ts';
import { ClaimList } from './claim-list.tsx';
import { ExchangeSummary } from './exchange-summary.tsx';
import { ProofCheck } from './proof-check.tsx';
import { RawEvidence } from './raw-evidence.tsx';
import { TextCheck } from './text-check.tsx';
import { TraceTree } from './trace-tree.tsx';

const route = getRouteApi('/traffic/$id');
const texts = trafficTexts.exchange;

export interface ExchangePartProps {
  readonly evidence: EvidenceView;
  /** Undefined until it has been read. */
  readonly explanation: EvidenceExplanation | undefined;
}

const parts: Readonly<Record<keyof typeof texts.tabs, (props: ExchangePartProps) => ReactNode>> = {
  summary: ExchangeSummary,
  claims: ClaimList,
  text: TextCheck,
  proof: ProofCheck,
  trace: TraceTree,
  raw: RawEvidence,
};
const names = Object.keys(parts) as (keyof typeof parts)[];

export function ExchangePage() {
  const { id } = route.useParams();
  const { tab } = route.useSearch();
  const navigate = route.useNavigate();
  const evidence = useQuery({
    queryKey: ['evidence.get', id],
    queryFn: ({ signal }) => api.evidence.get({ id }, { signal }),
  });
  const explanation = useQuery({
    queryKey: ['evidence.explain', id],
    queryFn: ({ signal }) => api.evidence.explain({ id }, { signal }),
  });
  const shown = names.find((name) => name === tab) ?? 'summary';
  const Part = parts[shown];
  return (
    <Page title={texts.title} about={<IdText value={id} />}>
      <Loaded query={evidence} lines={10}>
        {(data) => (
          <Tabs
            value={shown}
            onChange={(value) => void navigate({ search: { tab: value ?? undefined }, replace: true })}
            keepMounted={false}
          >
            <Tabs.List mb="md">
              {names.map((name) => (
                <Tabs.Tab key={name} value={name}>
                  {texts.tabs[name]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value={shown}>
              <Part evidence={data} explanation={explanation.data} />
            </Tabs.Panel>
          </Tabs>
        )}
      </Loaded>
    </Page>
  );
}
