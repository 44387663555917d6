/** The tree of scopes. A scope is chosen by its link; a workspace opens and closes its agents. */
import { Badge, NavLink, Text, TextInput } from '@mantine/core';
import { CubeIcon, HomeIcon, PersonIcon } from '@radix-ui/react-icons';
import { useMemo } from 'react';
import { ForeignText } from '../../parts/foreign-text.tsx';
import { policiesTexts } from '../../texts/policies.ts';
import { findInTree, type Level, type ScopeNode } from './scopes.ts';
import { mostAgents } from './use-scopes.ts';

const texts = policiesTexts.scopes;
const icons: Readonly<Record<Level, typeof CubeIcon>> = { org: HomeIcon, workspace: CubeIcon, agent: PersonIcon };

interface Change {
  readonly scope?: string | undefined;
  readonly open?: string | undefined;
  readonly find?: string | undefined;
}

interface ScopeTreeProps {
  readonly tree: ScopeNode;
  readonly selected: string;
  /** Ids of the workspaces that are open, separated by commas; the first one if absent. */
  readonly open: string | undefined;
  readonly find: string;
  readonly onChange: (change: Change) => void;
}

export function ScopeTree({ tree, selected, open, find, onChange }: ScopeTreeProps) {
  const found = useMemo(() => findInTree(tree, find), [tree, find]);
  const opened = open === undefined ? tree.children.slice(0, 1).map(({ scope }) => scope.id) : open.split(',');
  const toggle = (id: string) => {
    const next = opened.includes(id) ? opened.filter((one) => one !== id) : [...opened, id];
    return next.join(',') === '' ? ',' : next.join(',');
  };
  const count = tree.children.reduce((sum, { children }) => sum + children.length, 0);
  const link = (node: ScopeNode) => (
    <NavLink
      key={node.key}
      href={`?scope=${encodeURIComponent(node.key)}`}
      active={node.key === selected}
      aria-current={node.key === selected ? 'page' : undefined}
      label={<ForeignText text={node.name} maxLength={60} />}
      leftSection={<Icon level={node.scope.level} />}
      rightSection={node.policies === 0 ? undefined : <Count count={node.policies} />}
      noWrap
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        onChange({ scope: node.key });
      }}
    />
  );
  return (
    <nav aria-label={texts.label}>
      <TextInput
        aria-label={texts.find}
        placeholder={texts.find}
        size="xs"
        mb="xs"
        value={find}
        onChange={({ currentTarget }) =>
          onChange({ find: currentTarget.value === '' ? undefined : currentTarget.value })
        }
        data-first-filter
      />
      {found === undefined && <Text size="sm">{texts.none}</Text>}
      {found !== undefined && link(found)}
      <ul className="tree">
        {found?.children.map((workspace) => (
          <li key={workspace.key}>
            {link(workspace)}
            {workspace.children.length > 0 && (
              <NavLink
                component="button"
                type="button"
                label={texts.openAgents(workspace.name)}
                c="dimmed"
                py={2}
                childrenOffset={0}
                opened={opened.includes(workspace.scope.id) || find !== ''}
                onChange={() => onChange({ open: toggle(workspace.scope.id) })}
              >
                <ul className="tree">
                  {workspace.children.map((agent) => (
                    <li key={agent.key}>{link(agent)}</li>
                  ))}
                </ul>
              </NavLink>
            )}
          </li>
        ))}
      </ul>
      {count >= mostAgents && (
        <Text size="xs" c="dimmed">
          {texts.cut(mostAgents)}
        </Text>
      )}
    </nav>
  );
}

function Icon({ level }: { readonly level: Level }) {
  const Shown = icons[level];
  return <Shown aria-label={policiesTexts.levels[level]} />;
}

function Count({ count }: { readonly count: number }) {
  return (
    <Badge size="sm" circle variant="light" aria-label={texts.count(count)}>
      {count}
    </Badge>
  );
}
