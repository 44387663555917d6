/** Shows one rule on tools, changes it, and removes it. */
import type { ScopedTool, UpdateScopedToolInput } from '@assay/client';
import { Button, Checkbox, Group, Modal, Stack, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { api } from '../../api/client.ts';
import { useMay } from '../../api/session.ts';
import { Facts } from '../../parts/facts.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { IdText } from '../../parts/id-text.tsx';
import { keyOf } from '../../parts/labels.ts';
import { Loaded } from '../../parts/loaded.tsx';
import { Problem } from '../../parts/problem.tsx';
import { TimeAgo } from '../../parts/time-ago.tsx';
import { commonTexts } from '../../texts/common.ts';
import { toolsTexts } from '../../texts/tools.ts';
import { ModeChoice } from './mode-choice.tsx';
import { RemoveRule } from './remove-rule.tsx';
import { say } from './say.ts';
import { useChange } from './use-change.ts';

const texts = toolsTexts.rules;

interface RuleDialogProps {
  readonly id: string;
  readonly onClose: () => void;
}

export function RuleDialog({ id, onClose }: RuleDialogProps) {
  const rule = useQuery({
    queryKey: ['scopedTools.get', id],
    queryFn: ({ signal }) => api.scopedTools.get({ id }, { signal }),
  });
  return (
    <Modal
      opened
      onClose={onClose}
      title={texts.change}
      size="lg"
      closeOnClickOutside={false}
      closeButtonProps={{ 'aria-label': commonTexts.close }}
    >
      <Loaded query={rule}>
        {(data) => (
          <>
            <RuleForm key={data.revision} rule={data} onClose={onClose} />
            {/* Beside the form: the dialog that it opens has a form of its own, and its events would reach this one. */}
            <RemoveRule rule={data} onDone={onClose} />
          </>
        )}
      </Loaded>
    </Modal>
  );
}

function RuleForm({ rule, onClose }: { readonly rule: ScopedTool; readonly onClose: () => void }) {
  const mayChange = useMay('scopedTools.update');
  const [mode, setMode] = useState(keyOf(texts.modes, rule.mode) ?? 'blocked');
  const [mayOverride, setMayOverride] = useState(rule.allow_override);
  const [reason, setReason] = useState('');
  const change = useChange(
    (body: UpdateScopedToolInput) => api.scopedTools.update({ id: rule.id, ifMatch: rule.revision, body }),
    ['scopedTools', 'installations'],
    () => {
      say(texts.saved);
      onClose();
    },
  );
  const isOrg = rule.scope.level === 'org';
  const send = (event: FormEvent) => {
    event.preventDefault();
    change.mutate({ mode, allow_override: isOrg ? mayOverride : undefined, reason: reason.trim() });
  };
  return (
    <form onSubmit={send}>
      <Stack gap="sm">
        <Facts
          facts={[
            [texts.id, <IdText key="id" value={rule.id} />],
            [texts.app, <ForeignText key="app" text={rule.app_name ?? rule.tool.app_id} />],
            [texts.tool, <ForeignText key="tool" text={`${rule.tool.server}/${rule.tool.name}`} />],
            [
              texts.scope,
              isOrg ? texts.organisation : <ForeignText key="scope" text={texts.workspace(rule.scope.id)} />,
            ],
            [texts.reason, <ForeignText key="reason" text={rule.reason ?? commonTexts.none} maxLength={500} />],
            [texts.by, <ForeignText key="by" text={rule.set_by} />],
            [texts.changed, <TimeAgo key="changed" value={rule.updated_at} />],
          ]}
        />
        {mayChange && (
          <>
            <ModeChoice value={mode} onChange={setMode} />
            {isOrg && (
              <Checkbox
                label={texts.override}
                checked={mayOverride}
                onChange={({ currentTarget }) => setMayOverride(currentTarget.checked)}
              />
            )}
            <Textarea
              label={commonTexts.reason}
              description={commonTexts.reasonHint}
              value={reason}
              required
              maxLength={500}
              autosize
              minRows={2}
              onChange={({ currentTarget }) => setReason(currentTarget.value)}
            />
          </>
        )}
        {change.error !== null && <Problem error={change.error} />}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {commonTexts.close}
          </Button>
          {mayChange && (
            <Button type="submit" loading={change.isPending}>
              {toolsTexts.save}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
