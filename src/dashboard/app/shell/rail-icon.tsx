import {
  ArchiveIcon,
  BellIcon,
  CheckboxIcon,
  CodeIcon,
  CountdownTimerIcon,
  CubeIcon,
  DashboardIcon,
  ExclamationTriangleIcon,
  EyeOpenIcon,
  FileTextIcon,
  GearIcon,
  LightningBoltIcon,
  Link2Icon,
  ListBulletIcon,
  LockClosedIcon,
  OpenInNewWindowIcon,
  PaperPlaneIcon,
  Pencil2Icon,
  PersonIcon,
  ReaderIcon,
  Share1Icon,
  TargetIcon,
} from '@radix-ui/react-icons';

/** Icons of the pages in the navigation, by their names. */
const ICONS = {
  posture: DashboardIcon,
  controls: CheckboxIcon,
  assessments: Pencil2Icon,
  mapping: Share1Icon,
  evidence: ArchiveIcon,
  reports: FileTextIcon,
  auditors: EyeOpenIcon,
  integrations: Link2Icon,
  scans: TargetIcon,
  findings: ExclamationTriangleIcon,
  resources: CubeIcon,
  checks: CodeIcon,
  remediation: LightningBoltIcon,
  work: ListBulletIcon,
  exceptions: CountdownTimerIcon,
  members: PersonIcon,
  keys: LockClosedIcon,
  webhooks: PaperPlaneIcon,
  notifications: BellIcon,
  audit: ReaderIcon,
  settings: GearIcon,
  explorer: OpenInNewWindowIcon,
} as const;

export type RailIconName = keyof typeof ICONS;

export function RailIcon({ name }: { name: RailIconName }) {
  const Icon = ICONS[name];
  return <Icon />;
}
