/** A link to a page where somebody signs in. Other schemes than HTTP are not linked. */
import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';

interface OutsideLinkProps {
  readonly url: string | null | undefined;
  readonly children: ReactNode;
}

export function OutsideLink({ url, children }: OutsideLinkProps) {
  if (url === null || url === undefined || !/^https?:\/\//i.test(url)) return null;
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" size="sm">
      {children}
    </Anchor>
  );
}
