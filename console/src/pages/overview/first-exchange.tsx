/** Teaches how to send the first request, until it has arrived.. */
import { Button, Group, Loader, Tabs, Text } from '@mantine/core';
import { CheckCircledIcon } from '@radix-ui/react-icons';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay, useSession } from '../../api/session.ts';
import { Panel } from '../../parts/panel.tsx';
import { overviewTexts } from '../../texts/overview.ts';
import { SnippetBlock } from './snippet-block.tsx';
import { clients, toClient, toSnippet } from './snippets.ts';

const texts = overviewTexts.first;
const pollMs = 1_500;

interface FirstExchangeProps {
  readonly client: string | undefined;
  readonly onClient: (client: string) => void;
}

export function FirstExchange({ client, onClient }: FirstExchangeProps) {
  const session = useSession();
  const may = useMay('evidence.list');
  const [wasEmpty, setWasEmpty] = useState(false);
  const { data } = useQuery({
    queryKey: ['evidence.list', 'first'],
    queryFn: ({ signal }) => api.evidence.list({ limit: 1 }, { signal }),
    enabled: may,
    refetchInterval: ({ state }) => (state.data?.items.length === 0 ? pollMs : false),
  });
  const isEmpty = data?.items.length === 0;
  useEffect(() => {
    if (isEmpty) setWasEmpty(true);
  }, [isEmpty]);
  if (data === undefined || session === undefined || !(isEmpty || wasEmpty)) return null;

  const id = data.items[0]?.evidence_id;
  const shown = toClient(client);
  const { gateway } = session.addresses;
  const needsKey = session.authentication === 'required';
  return (
    <Panel title={texts.title} about={texts.about}>
      <Tabs value={shown} onChange={(value) => onClient(value ?? 'curl')} keepMounted={false}>
        <Tabs.List mb="sm" aria-label={texts.language}>
          {clients.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {texts.names[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown}>
          <SnippetBlock text={toSnippet(shown, gateway, needsKey)} label={`${texts.snippet}: ${texts.names[shown]}`} />
        </Tabs.Panel>
      </Tabs>
      {gateway === null && <Text size="sm">{texts.noGateway}</Text>}
      {needsKey && <Text size="sm">{texts.key}</Text>}
      <Group mt="sm" gap="xs" role="status">
        {id === undefined ? (
          <>
            <Loader size="xs" aria-hidden />
            <Text size="sm">{texts.waiting}</Text>
          </>
        ) : (
          <>
            <CheckCircledIcon color="var(--console-allow)" aria-hidden />
            <Text size="sm" fw={600} c="var(--console-allow)">
              {texts.arrived}
            </Text>
            <Link to="/traffic/$id" params={{ id }} className="plain-link">
              {texts.open}
            </Link>
            <Button size="compact-xs" variant="subtle" onClick={() => setWasEmpty(false)}>
              {texts.hide}
            </Button>
          </>
        )}
      </Group>
    </Panel>
  );
}
