/** Why one tool of an agent can or cannot be called. */
import type { EffectiveTool } from '@assay/client';
import { Anchor, Drawer, List, Stack, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type Fact, Facts } from '../../parts/facts.tsx';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { labelOf } from '../../parts/labels.ts';
import { commonTexts } from '../../texts/common.ts';
import { toolsTexts } from '../../texts/tools.ts';
import { OutsideLink } from './outside-link.tsx';
import { ToolsLink } from './tools-link.tsx';

const texts = toolsTexts.effective;
const modes = toolsTexts.rules.modes;

interface EffectiveDetailsProps {
  readonly item: EffectiveTool;
  readonly onClose: () => void;
}

export function EffectiveDetails({ item, onClose }: EffectiveDetailsProps) {
  const { tool, mode, decided_by: decided, overridden, callable, reason, auth, rule_reason: why } = item;
  const facts: (Fact | undefined)[] = [
    [texts.callable, callable ? texts.yes : texts.no],
    reason === null ? undefined : [texts.why, labelOf(texts.reasons, reason)],
    [texts.app, <ForeignText key="app" text={tool.app_id} />],
    [texts.mode, labelOf(modes, mode)],
    [
      texts.decidedBy,
      <span key="rule">
        {labelOf(texts.levels, decided.level)} <ForeignText text={decided.id ?? ''} />{' '}
        {decided.rule_id !== null && <RuleLink id={decided.rule_id} />}
      </span>,
    ],
    why === null ? undefined : [texts.ruleReason, <ForeignText key="why" text={why} maxLength={500} />],
    [texts.signIn, auth.required ? auth.status : toolsTexts.installation.noSignIn],
    auth.credential_id === null
      ? undefined
      : [
          toolsTexts.installation.credential,
          <Anchor
            key="credential"
            component={Link}
            to={`/tools/credentials/${encodeURIComponent(auth.credential_id)}`}
            inherit
          >
            {auth.credential_id}
          </Anchor>,
        ],
  ];
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      title={<ForeignText text={`${tool.server}/${tool.name}`} />}
      closeButtonProps={{ 'aria-label': commonTexts.close }}
    >
      <Stack>
        <Facts facts={facts.filter((fact) => fact !== undefined)} />
        <OutsideLink url={auth.connect_url}>{texts.connect}</OutsideLink>
        <div>
          <Title order={3}>{texts.rest}</Title>
          {overridden.length === 0 && texts.noRest}
          <List size="sm">
            {overridden.map(({ rule_id: id, level, mode: other, id: scope }) => (
              <List.Item key={id}>
                {labelOf(texts.levels, level)} <ForeignText text={scope} />: {labelOf(modes, other)}{' '}
                <RuleLink id={id} />
              </List.Item>
            ))}
          </List>
        </div>
      </Stack>
    </Drawer>
  );
}

function RuleLink({ id }: { readonly id: string }) {
  return <ToolsLink search={{ tab: 'rules', rule: id }}>{texts.openRule}</ToolsLink>;
}
