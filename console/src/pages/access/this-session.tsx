/** The session of this browser: who it is, how it was identified, and what it may do. */
import { Button, Code, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../../api/client.ts';
import { takeSession, useSession } from '../../api/session.ts';
import { Facts } from '../../parts/facts.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { Loaded } from '../../parts/loaded.tsx';
import { Panel } from '../../parts/panel.tsx';
import { Problem } from '../../parts/problem.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { accessTexts } from '../../texts/access.ts';
import { commonTexts } from '../../texts/common.ts';

const texts = accessTexts.session;

export function ThisSession() {
  const session = useSession();
  const queries = useQueryClient();
  const me = useQuery({ queryKey: ['me.get'], queryFn: ({ signal }) => api.me.get({}, { signal }) });
  const lock = useMutation({
    mutationFn: async () => {
      await api.console.endSession({ only: 'unlocked' });
      return api.console.getSession();
    },
    onSuccess: (session) => takeSession(queries, session),
  });
  return (
    <div className="columns">
      <Panel title={texts.title} about={texts.about}>
        <Loaded query={me}>
          {({ user_id: id, email, role, authentication, org_id: org, scopes }) => (
            <Facts
              facts={[
                [texts.user, <ForeignText key="user" text={email ?? id} />],
                [texts.organisation, <ForeignText key="org" text={org} />],
                [texts.role, role],
                [texts.how, authentication],
                [texts.scopes, typeof scopes === 'string' ? texts.all : scopes.join(', ')],
                [texts.unlocked, session?.unlocked === true ? texts.yes : texts.no],
                [texts.until, <TimeAgo key="until" value={session?.unlocked_until} />],
                [texts.idle, <TimeAgo key="idle" value={session?.unlocked_idle_until} />],
              ]}
            />
          )}
        </Loaded>
        {session?.unlocked === true && (
          <Button mt="md" variant="default" loading={lock.isPending} onClick={() => lock.mutate()}>
            {commonTexts.session.lock}
          </Button>
        )}
        {lock.error !== null && <Problem error={lock.error} />}
        <Text size="xs" c="dimmed" mt="md">
          {texts.others}
        </Text>
      </Panel>
      <Panel title={texts.rights} about={texts.rightsAbout(session?.operations.length ?? 0)}>
        <Code block mah={320} tabIndex={0} aria-label={texts.rights}>
          {session?.operations.join('\n')}
        </Code>
      </Panel>
    </div>
  );
}
