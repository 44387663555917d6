/** The text of a policy: written as Cedar or as rules, compared with the active version, saved as a draft. */
import { Alert, Anchor, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useMay } from '../../api/session.ts';
import { Panel } from '../../parts/panel.tsx';
import { policiesTexts } from '../../texts/policies.ts';
import { ActiveDiff } from './active-diff.tsx';
import { PolicyEditor } from './editor/policy-editor.tsx';
import type { PolicyPartProps } from './policy-page.tsx';
import { RuleEditor } from './rule-editor.tsx';
import { SaveBar } from './save-bar.tsx';
import { toScope } from './scopes.ts';
import { useVersion } from './use-version.ts';

const route = getRouteApi('/policies/$id');
const texts = policiesTexts.editor;
const views = ['text', 'rules', 'changes'] as const;

export function TextTab({ policy, draft }: PolicyPartProps) {
  const { view, version } = route.useSearch();
  const navigate = route.useNavigate();
  const mayWrite = useMay('policies.replace');
  const old = useVersion(policy, version);
  const shown = views.find((one) => one === view) ?? 'text';
  const scope = toScope(policy.scope);
  const text = old?.text ?? draft.text;
  const change = mayWrite && old === undefined ? draft.change : undefined;
  return (
    <Stack gap="sm">
      {old !== undefined && (
        <Alert color="blue">
          {texts.old(old.version)}{' '}
          <Anchor
            component="button"
            size="sm"
            onClick={() => void navigate({ search: (now) => ({ ...now, version: undefined }) })}
          >
            {texts.toNewest}
          </Anchor>
          {mayWrite && (
            <Button
              size="compact-xs"
              variant="default"
              ml="sm"
              onClick={() => {
                draft.change(old.text);
                void navigate({ search: (now) => ({ ...now, version: undefined }) });
              }}
            >
              {texts.edit}
            </Button>
          )}
        </Alert>
      )}
      <Group justify="space-between">
        <SegmentedControl
          size="xs"
          aria-label={policiesTexts.views.label}
          value={shown}
          onChange={(value) =>
            void navigate({ search: (now) => ({ ...now, view: value === 'text' ? undefined : value }), replace: true })
          }
          data={views.map((value) => ({ value, label: policiesTexts.views[value] }))}
        />
        {!mayWrite && (
          <Text size="xs" c="dimmed">
            {texts.readOnly}
          </Text>
        )}
      </Group>
      {shown === 'text' && (
        <PolicyEditor label={texts.label(policy.name)} scope={scope} text={text} onChange={change} />
      )}
      {shown === 'rules' && (
        <Panel title={policiesTexts.views.rules}>
          <RuleEditor scope={scope} text={text} onChange={change} />
        </Panel>
      )}
      {shown === 'changes' && <ActiveDiff policy={policy} text={text} />}
      {mayWrite && old === undefined && <SaveBar policy={policy} draft={draft} />}
    </Stack>
  );
}
