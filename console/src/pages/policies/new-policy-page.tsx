/** A new policy: where it holds, its name, and its text as a form or as Cedar. It is saved as a draft. */
import { Button, Group, SegmentedControl, Stack, Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { type FormEvent, useRef, useState } from 'react';
import { api } from '../../api/client.ts';
import { Page } from '../../parts/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Problem } from '../../parts/problem.tsx';
import { policiesTexts } from '../../texts/policies.ts';
import { PolicyEditor } from './editor/policy-editor.tsx';
import { helpBelow } from './form-order.ts';
import { LeaveGuard } from './leave-guard.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { ScopeFields } from './scope-fields.tsx';
import { keyOf, scopeOf } from './scopes.ts';
import { UnlockHint } from './unlock-hint.tsx';
import { refreshPolicies } from './use-draft.ts';
import { useOrganisation } from './use-scopes.ts';

const route = getRouteApi('/policies/new');
const texts = policiesTexts.create;

export function NewPolicyPage() {
  const { scope: key, view } = route.useSearch();
  const navigate = route.useNavigate();
  const queries = useQueryClient();
  const org = useOrganisation();
  const scope = scopeOf(key) ?? { level: 'org', id: org.id };
  const [name, setName] = useState('');
  const [description, setDescription] = useState('');
  const [text, setText] = useState('');
  // The same key for every try, so that a call whose answer was lost makes no second policy.
  const idempotencyKey = useRef(crypto.randomUUID());
  const create = useMutation({
    mutationFn: () =>
      api.policies.create({
        body: {
          scope,
          text,
          ...(name.trim() === '' ? {} : { name: name.trim() }),
          ...(description.trim() === '' ? {} : { description: description.trim() }),
        },
        idempotencyKey: idempotencyKey.current,
      }),
    onError: () => {
      // What is sent next may be another text.
      idempotencyKey.current = crypto.randomUUID();
    },
    onSuccess: async ({ id }) => {
      await navigate({ to: '/policies/$id', params: { id }, ignoreBlocker: true });
      await refreshPolicies(queries);
    },
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    create.mutate();
  };
  const isNamed = name.trim() === '' || /^[A-Za-z][A-Za-z0-9._-]{0,63}$/.test(name.trim());
  const isText = view === 'text';
  const isEmpty = text.trim() === '';
  return (
    <Page title={policiesTexts.new} about={texts.about}>
      <Stack>
        <Panel title={texts.scope}>
          <Stack gap="sm">
            <ScopeFields
              scope={scope}
              onChange={(next) => void navigate({ search: (old) => ({ ...old, scope: keyOf(next) }), replace: true })}
            />
            <div className="columns">
              <TextInput
                label={texts.name}
                description={texts.nameHelp}
                inputWrapperOrder={helpBelow}
                value={name}
                onChange={({ currentTarget }) => setName(currentTarget.value)}
                error={isNamed ? undefined : texts.nameWrong}
              />
              <TextInput
                label={texts.description}
                value={description}
                onChange={({ currentTarget }) => setDescription(currentTarget.value)}
                maxLength={1000}
              />
            </div>
          </Stack>
        </Panel>
        <Panel
          title={texts.text}
          actions={
            <SegmentedControl
              size="xs"
              aria-label={texts.how}
              value={isText ? 'text' : 'form'}
              onChange={(value) =>
                void navigate({
                  search: (old) => ({ ...old, view: value === 'text' ? value : undefined }),
                  replace: true,
                })
              }
              data={[
                { value: 'form', label: texts.asForm },
                { value: 'text', label: texts.asText },
              ]}
            />
          }
        >
          {isText && <PolicyEditor label={texts.text} scope={scope} text={text} onChange={setText} />}
          {/* Hidden, not gone: a rule that is half typed is still there afterwards. */}
          <div hidden={isText}>
            <RuleEditor scope={scope} text={text} onChange={setText} beginsWithForm />
          </div>
        </Panel>
        <form onSubmit={send}>
          <UnlockHint scope={scope} />
          {create.error !== null && <Problem error={create.error} />}
          <Group justify="flex-end">
            {isEmpty && (
              <Text size="sm" c="dimmed">
                {texts.empty}
              </Text>
            )}
            <Button type="submit" disabled={isEmpty || !isNamed} loading={create.isPending}>
              {texts.create}
            </Button>
          </Group>
        </form>
      </Stack>
      <LeaveGuard isChanged={!(isEmpty && name === '' && description === '') && !create.isSuccess} />
    </Page>
  );
}
