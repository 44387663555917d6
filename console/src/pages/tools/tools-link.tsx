/** A link to a tab of this page. */
import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { ToolsSearch } from './tools-page.tsx';

interface ToolsLinkProps {
  readonly search: ToolsSearch;
  readonly children: ReactNode;
}

export function ToolsLink({ search, children }: ToolsLinkProps) {
  return (
    <Anchor inherit underline="always" renderRoot={(props) => <Link {...props} to="/tools" search={search} />}>
      {children}
    </Anchor>
  );
}
