/** `g` and a letter open a page, `?` lists the keys. Keys that are typed into a field stay there. */
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { openKeyHelp } from './key-help.tsx';
import { navigation } from './navigation.ts';

/** Milliseconds within which the second key must follow `g`. */
const chordMs = 1_200;

export function useGoKeys(): void {
  const navigate = useNavigate();
  useEffect(() => {
    let wentAt = 0;
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (event.key === '?') {
        openKeyHelp();
        return;
      }
      const isSecond = event.timeStamp - wentAt < chordMs;
      wentAt = event.key === 'g' && !isSecond ? event.timeStamp : 0;
      const page = isSecond ? navigation.find(({ key }) => key === event.key) : undefined;
      if (page === undefined) return;
      event.preventDefault();
      void navigate({ to: page.to });
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [navigate]);
}

/** True for fields, editors and everything else that takes letters. */
export function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest('input, textarea, select, [role="combobox"], [role="textbox"]') !== null
  );
}
