/** The pages of the navigation, in its order, with the key that opens each after `g`. */
import {
  ActivityLogIcon,
  CheckCircledIcon,
  CubeIcon,
  DashboardIcon,
  EyeOpenIcon,
  GearIcon,
  IdCardIcon,
  LockClosedIcon,
  PersonIcon,
  PlayIcon,
  ReaderIcon,
  Share1Icon,
} from '@radix-ui/react-icons';
import { commonTexts } from '../texts/common.ts';

const { pages } = commonTexts;

export const navigation = [
  { to: '/', label: pages.overview, Icon: DashboardIcon, key: 'o' },
  { to: '/traffic', label: pages.traffic, Icon: ActivityLogIcon, key: 't' },
  { to: '/playground', label: pages.playground, Icon: PlayIcon, key: 'p' },
  { to: '/policies', label: pages.policies, Icon: ReaderIcon, key: 'r' },
  { to: '/auditors', label: pages.auditors, Icon: EyeOpenIcon, key: 'u' },
  { to: '/agents', label: pages.agents, Icon: PersonIcon, key: 'a' },
  { to: '/workflows', label: pages.workflows, Icon: Share1Icon, key: 'w' },
  { to: '/tools', label: pages.tools, Icon: CubeIcon, key: 'l' },
  { to: '/approvals', label: pages.approvals, Icon: CheckCircledIcon, key: 'i' },
  { to: '/access', label: pages.access, Icon: IdCardIcon, key: 'c' },
  { to: '/settings', label: pages.settings, Icon: GearIcon, key: 's' },
  { to: '/verify', label: pages.verify, Icon: LockClosedIcon, key: 'v' },
] as const;
