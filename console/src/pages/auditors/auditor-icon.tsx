/** The icon and colour that the catalog entry names; names that the console does not know get an eye in grey. */
import { ThemeIcon } from '@mantine/core';
import {
  BookmarkIcon,
  ChatBubbleIcon,
  ComponentInstanceIcon,
  CubeIcon,
  ExclamationTriangleIcon,
  EyeOpenIcon,
  GlobeIcon,
  LockClosedIcon,
  MixerHorizontalIcon,
  PersonIcon,
  SewingPinIcon,
} from '@radix-ui/react-icons';

const icons = new Map([
  ['shield', ExclamationTriangleIcon],
  ['user', PersonIcon],
  ['key', LockClosedIcon],
  ['message-warning', ChatBubbleIcon],
  ['anchor', SewingPinIcon],
  ['scale', MixerHorizontalIcon],
  ['stamp', BookmarkIcon],
  ['package-check', CubeIcon],
  ['globe', GlobeIcon],
  ['puzzle', ComponentInstanceIcon],
]);
const colours = new Map([
  ['amber', 'yellow'],
  ...['red', 'blue', 'orange', 'teal', 'green', 'indigo', 'yellow', 'violet', 'pink', 'cyan', 'lime', 'grape'].map(
    (name) => [name, name] as const,
  ),
]);

interface AuditorIconProps {
  readonly icon: string;
  readonly color: string;
}

export function AuditorIcon({ icon, color }: AuditorIconProps) {
  const Icon = icons.get(icon) ?? EyeOpenIcon;
  return (
    <ThemeIcon variant="light" size={38} color={colours.get(color) ?? 'gray'} aria-hidden>
      <Icon width={20} height={20} />
    </ThemeIcon>
  );
}
