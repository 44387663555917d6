/** The rules of a text one by one: those that the form knows in words, the others as they are written. */
import { ActionIcon, Alert, Badge, Button, Code, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { Pencil1Icon, PlusIcon, TrashIcon } from '@radix-ui/react-icons';
import { useMemo, useState } from 'react';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { policiesTexts } from '../../texts/policies.ts';
import { ProblemList } from './editor/problem-list.tsx';
import { applyFix, fixOf } from './editor/problem-places.ts';
import { useValidation } from './editor/use-validation.ts';
import { RuleForm } from './rule-form.tsx';
import type { Rule } from './rules/rule.ts';
import { dropRule, listRules, type PlacedRule, putRule } from './rules/rule-list.ts';
import { sentenceOf } from './rules/rule-sentence.ts';
import type { Scope } from './scopes.ts';

const texts = policiesTexts.rules;

interface RuleEditorProps {
  readonly scope: Scope;
  readonly text: string;
  readonly onChange?: ((text: string) => void) | undefined;
  /** Opens the form of a first rule at once. */
  readonly beginsWithForm?: boolean;
}

export function RuleEditor({ scope, text, onChange, beginsWithForm = false }: RuleEditorProps) {
  const rules = useMemo(() => listRules(text), [text]);
  /** Index of the rule in the form; the number of rules for a new one. */
  const [edited, setEdited] = useState<number | undefined>(beginsWithForm && rules.length === 0 ? 0 : undefined);
  const { may, query, isCurrent } = useValidation(scope, text);
  const taken = (own: number) =>
    rules.flatMap(({ read }, index) => (index !== own && 'rule' in read ? [read.rule.id] : []));
  const form = (index: number, initial?: Rule) => (
    <RuleForm
      key={index}
      scope={scope}
      initial={initial}
      taken={taken(index)}
      onCancel={() => setEdited(undefined)}
      onPut={(rule) => {
        onChange?.(putRule(text, index, rule));
        setEdited(undefined);
      }}
    />
  );
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {texts.about}
      </Text>
      {rules.length === 0 && edited === undefined && <Text size="sm">{texts.none}</Text>}
      {rules.map((placed, index) =>
        index === edited && 'rule' in placed.read ? (
          form(index, placed.read.rule)
        ) : (
          <RuleCard
            key={`${placed.line} ${placed.text.length}`}
            placed={placed}
            onEdit={onChange === undefined ? undefined : () => setEdited(index)}
            onDrop={onChange === undefined ? undefined : () => onChange(dropRule(text, index))}
          />
        ),
      )}
      {edited === rules.length && form(rules.length)}
      {onChange !== undefined && edited === undefined && (
        <Group>
          <Button variant="light" leftSection={<PlusIcon />} onClick={() => setEdited(rules.length)}>
            {texts.add}
          </Button>
        </Group>
      )}
      {may && text.trim() !== '' && (
        <ProblemList
          validation={query}
          isCurrent={isCurrent}
          fixOf={(problem) => (onChange === undefined || !isCurrent ? undefined : fixOf(text, problem))}
          onFix={(fix) => onChange?.(applyFix(text, fix))}
        />
      )}
    </Stack>
  );
}

interface RuleCardProps {
  readonly placed: PlacedRule;
  readonly onEdit: (() => void) | undefined;
  readonly onDrop: (() => void) | undefined;
}

function RuleCard({ placed: { read, text, line }, onEdit, onDrop }: RuleCardProps) {
  const isRead = 'rule' in read;
  const id = isRead ? read.rule.id : (/@id\("([^"]*)"\)/.exec(text)?.[1] ?? texts.line(line));
  return (
    <Paper component="section" aria-label={id} p="sm">
      <Group justify="space-between" align="flex-start" wrap="nowrap">
        <div style={{ minWidth: 0 }}>
          <Group gap="xs">
            <Title order={3}>
              <ForeignText text={id} />
            </Title>
            {!isRead && <Badge color="gray">{texts.unreadTitle}</Badge>}
            <Text size="xs" c="dimmed">
              {texts.line(line)}
            </Text>
          </Group>
          {isRead && (
            <Text size="sm">
              <ForeignText text={sentenceOf(read.rule)} maxLength={600} />
            </Text>
          )}
          {isRead && read.rule.reason !== '' && (
            <Text size="sm" c="dimmed">
              <ForeignText text={read.rule.reason} maxLength={400} />
            </Text>
          )}
        </div>
        <Group gap={4} wrap="nowrap">
          {isRead && onEdit !== undefined && (
            <ActionIcon variant="subtle" aria-label={texts.editLabel(id)} onClick={onEdit}>
              <Pencil1Icon />
            </ActionIcon>
          )}
          {onDrop !== undefined && (
            <ActionIcon variant="subtle" color="red" aria-label={texts.dropLabel(id)} onClick={onDrop}>
              <TrashIcon />
            </ActionIcon>
          )}
        </Group>
      </Group>
      {!isRead && (
        <>
          <Alert color="gray" p="xs" my="xs">
            {texts.why[read.why]}
            {read.at !== '' && (
              <>
                {' '}
                <code>
                  <ForeignText text={read.at} maxLength={160} />
                </code>
              </>
            )}
          </Alert>
          <Code block className="foreign" tabIndex={0} aria-label={id}>
            {text}
          </Code>
        </>
      )}
    </Paper>
  );
}
