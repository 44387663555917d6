/** The private hosts and addresses that the verifier may call for the organisation. */
import type { OutboundRules } from '@assay/client';
import { Alert, Button, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay, useSession } from '../../api/session.ts';
import { Empty } from '../../parts/empty.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { toolsTexts } from '../../texts/tools.ts';
import { Confirm } from './confirm.tsx';
import { compareHosts, toHosts } from './hosts.ts';
import { say } from './say.ts';
import { useChange } from './use-change.ts';

const texts = toolsTexts.outbound;

export function OutboundTab() {
  const may = useMay('outboundRules.get');
  const organisation = useSession()?.organization?.id;
  if (!may || organisation === undefined) return <Empty title={texts.locked}>{texts.lockedHelp}</Empty>;
  return <Rules organisation={organisation} />;
}

function Rules({ organisation }: { readonly organisation: string }) {
  const rules = useQuery({
    queryKey: ['outboundRules.get', organisation],
    queryFn: ({ signal }) => api.outboundRules.get({ id: organisation }, { signal }),
  });
  return (
    <Panel title={texts.title} about={texts.about}>
      <Loaded query={rules}>{(data) => <RulesForm rules={data} />}</Loaded>
    </Panel>
  );
}

function RulesForm({ rules }: { readonly rules: OutboundRules }) {
  const may = useMay('outboundRules.replace');
  // What is typed counts against the rules that it was typed over.
  const [base, setBase] = useState(rules);
  const [text, setText] = useState(rules.allow.join('\n'));
  const [isAsked, setIsAsked] = useState(false);
  const wanted = toHosts(text);
  const { added, removed } = compareHosts(base.allow, wanted);
  const isChanged = added.length > 0 || removed.length > 0;
  const follow = (fresh: OutboundRules) => {
    setBase(fresh);
    setText(fresh.allow.join('\n'));
  };
  const save = useChange(
    () => api.outboundRules.replace({ id: base.org_id, ifMatch: base.revision, body: { allow: wanted } }),
    ['outboundRules'],
    (fresh) => {
      follow(fresh);
      setIsAsked(false);
      say(texts.saved);
    },
  );
  return (
    <Stack gap="sm">
      {rules.revision > base.revision && (
        <Alert color="yellow" title={texts.stale}>
          <Button size="xs" variant="default" onClick={() => follow(rules)}>
            {texts.reread}
          </Button>
        </Alert>
      )}
      <Textarea
        label={texts.label}
        description={texts.help}
        value={text}
        readOnly={!may}
        onChange={({ currentTarget }) => setText(currentTarget.value)}
        autosize
        minRows={5}
        maxRows={20}
        spellCheck={false}
        classNames={{ input: 'mono' }}
      />
      {base.updated_at !== null && (
        <Text size="xs" c="dimmed">
          {texts.changed} <TimeAgo value={base.updated_at} />, <ForeignText text={base.updated_by ?? ''} />
        </Text>
      )}
      {may && (
        <Button w="max-content" disabled={!isChanged} onClick={() => setIsAsked(true)}>
          {texts.save}
        </Button>
      )}
      <Confirm
        isOpen={isAsked}
        title={texts.confirmTitle}
        about={
          <>
            {added.length > 0 && <p>{texts.added(added.join(', '))}</p>}
            {removed.length > 0 && <p>{texts.removed(removed.join(', '))}</p>}
          </>
        }
        verb={texts.save}
        isPending={save.isPending}
        error={save.error}
        onClose={() => setIsAsked(false)}
        onConfirm={() => save.mutate(undefined)}
      />
    </Stack>
  );
}
