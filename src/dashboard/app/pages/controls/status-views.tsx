import { useTranslation } from 'react-i18next';
import { Views, type View } from '../../parts/views';
import type { StatusCounts } from './controls.rules';
import { ASSURANCES, type ControlsSearch, type StandingSearch } from './controls-search';

const ANY = { status: undefined, assurance: undefined, disputed: undefined, accepted: undefined };

interface StatusViewsProps {
  label: string;
  /** The view without a choice. */
  first: { name: string; count?: number };
  counts: StatusCounts;
  /** Controls on which tests and an assessment contradict each other. */
  disputed: number;
  /** Controls that do not fail because of exceptions in force. */
  accepted: number;
  search: StandingSearch & Pick<ControlsSearch, 'disputed'>;
}

/** Controls by status, each with how many there are; what there is none of is left out, unless it is chosen. */
export function StatusViews({ label, first, counts, disputed, accepted, search }: StatusViewsProps) {
  const { t } = useTranslation(['controls', 'common']);
  const shown = stateOf(search);
  const passed = { full: counts.assured, partial: counts.passed - counts.assured };
  const views: readonly View<string>[] = [
    { key: 'all', ...first, search: ANY },
    { key: 'failed', name: t('common:status.failed'), count: counts.failed, search: { ...ANY, status: 'failed' } },
    { key: 'disputed', name: t('controls.disputed'), count: disputed, search: { ...ANY, disputed: true } },
    { key: 'accepted', name: t('controls.accepted'), count: accepted, search: { ...ANY, accepted: true } },
    ...ASSURANCES.map((each) => ({
      key: each,
      name: t(`controls.passed.${each}`),
      count: passed[each],
      search: { ...ANY, status: 'passed', assurance: each },
    })),
    {
      key: 'not_assessed',
      name: t('common:status.not_assessed'),
      count: counts.not_assessed,
      search: { ...ANY, status: 'not_assessed' },
    },
    {
      key: 'not_applicable',
      name: t('common:status.not_applicable'),
      count: counts.not_applicable,
      search: { ...ANY, status: 'not_applicable' },
    },
    // No view of its own, but an address may name it.
    ...(shown === 'passed'
      ? [{ key: 'passed', name: t('common:status.passed'), count: counts.passed, search: { ...ANY, status: 'passed' } }]
      : []),
  ];
  return (
    <Views
      label={label}
      shown={shown}
      views={views.filter(({ key, count }) => key === 'all' || key === shown || count !== 0)}
    />
  );
}

function stateOf({ status, assurance, disputed, accepted }: StatusViewsProps['search']): string {
  if (accepted) return 'accepted';
  if (disputed) return 'disputed';
  return status === 'passed' ? (assurance ?? 'passed') : (status ?? assurance ?? 'all');
}
