import { Checkbox, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import type { Proposal } from '../../parts/exceptions/acceptance';
import { headingOf } from '../../parts/finding-heading';
import { FindingStatus } from '../../parts/finding-status';
import { Severity } from '../../parts/severity';
import { TextLink } from '../../parts/text-link';
import { AcceptanceOfFinding, FindingActions } from '../../parts/findings/finding-actions';
import type { ListedFindingFragment } from './findings.gql';
import { OwnerOf } from '../../parts/work-items/owner-of';
import { pickOf, type Picks } from './picks';
import { OnHold } from '../../parts/findings/on-hold';
import { Seen } from '../../parts/findings/seen';
import { Where } from './where';

interface FindingTableProps {
  findings: readonly ListedFindingFragment[];
  proposals: readonly Proposal[];
  /** Whether findings come from several integrations, so that each says from which. */
  ofSeveral: boolean;
  picks: Picks;
  /** Check of which all of them are, so that none repeats what it says. @default several */
  ofCheck?: string;
}

/** Table of findings; those that fail can be given to somebody and accepted here, one by one and several at once. */
export function FindingTable({ findings, proposals, ofSeveral, picks, ofCheck }: FindingTableProps) {
  const { t } = useTranslation(['findings', 'common']);
  const { status: asked = 'fail', order = 'severity' } = useSearch({ from: '/frame/findings' });
  const navigate = useNavigate({ from: '/findings' });
  const columns: readonly Column<ListedFindingFragment>[] = [
    useChoice(findings, picks),
    {
      key: 'status',
      header: t('column.severity'),
      isSortable: ofCheck === undefined,
      cell: ({ status, severity, exception }) => (
        <>
          <Severity severity={severity} isCalm={status !== 'fail' || exception !== null} />
          {asked !== 'fail' && <FindingStatus status={status} isAccepted={exception !== null} />}
        </>
      ),
    },
    {
      key: 'finding',
      header: t('column.finding'),
      cell: (finding) => (
        <>
          <div className="one-line">
            <TextLink to="/findings/$findingId" params={{ findingId: finding.id }} size="sm" fw={500}>
              {ofCheck === undefined ? headingOf(finding) : finding.summary}
            </TextLink>
            {ofCheck === undefined && (
              <Text size="xs" c="dimmed" title={finding.summary}>
                {finding.summary}
              </Text>
            )}
          </div>
          <OnHold finding={finding} />
          <AcceptanceOfFinding {...{ finding, proposals }} isAcceptedShown={asked !== 'fail'} />
        </>
      ),
    },
    {
      key: 'resource',
      header: t('column.resource'),
      cell: (finding) => <Where finding={finding} ofSeveral={ofSeveral} />,
    },
    {
      key: 'since',
      header: t('column.since'),
      isSortable: ofCheck === undefined,
      cell: (finding) => <Seen finding={finding} />,
    },
    {
      key: 'owner',
      header: t('column.owner'),
      cell: ({ status, workItem, check }) => status === 'fail' && <OwnerOf work={workItem ?? check.workItem} />,
    },
    {
      key: 'actions',
      header: '',
      align: 'right',
      cell: (finding) => <FindingActions finding={finding} proposals={proposals} />,
    },
  ];
  // All of one check are as grave as it, and what does not fail is not chosen.
  const isShown = ({ key }: Column<ListedFindingFragment>) =>
    key === 'choose'
      ? asked === 'fail' || asked === 'any'
      : key !== 'status' || ofCheck === undefined || asked !== 'fail';
  return (
    <div
      className={ofCheck === undefined ? 'finding-list sticky-head' : 'finding-list'}
      data-one-check={ofCheck !== undefined || undefined}
    >
      <DataTable
        label={ofCheck ?? t('common:nav.findings')}
        columns={columns.filter(isShown)}
        rows={findings}
        rowKey={({ id }) => id}
        sort={SORT_OF[order]}
        onSort={(sort) =>
          void navigate({
            search: (before) => ({ ...before, by: 'finding', order: orderOf(sort), after: undefined, page: undefined }),
            replace: true,
            resetScroll: false,
          })
        }
      />
    </div>
  );
}

/** The sorted column of each order, with a leading `-` where the worst or newest is first. */
const SORT_OF = { severity: '-status', first_seen: 'since', first_seen_desc: '-since' } as const;

/** The order that a head asks for; by severity there is only the worst first. */
function orderOf(sort: string) {
  if (sort === 'since') return 'first_seen' as const;
  return sort === '-since' ? ('first_seen_desc' as const) : undefined;
}

/** The column of the tick boxes: of what fails, unless its check is chosen as a whole. */
function useChoice(findings: readonly ListedFindingFragment[], picks: Picks): Column<ListedFindingFragment> {
  const { t } = useTranslation('findings');
  const failing = findings.filter(({ status }) => status === 'fail');
  const isWhole = failing.some(({ check }) => picks.has(check.id));
  const all = failing.map(pickOf);
  const chosen = all.filter(({ key, checkId }) => picks.has(key) || picks.has(checkId)).length;
  return {
    key: 'choose',
    header: '',
    headerContent: failing.length > 0 && (
      <Checkbox
        checked={chosen === all.length}
        indeterminate={chosen > 0 && chosen < all.length}
        disabled={isWhole}
        onChange={() => picks.toggleAll(all)}
        aria-label={t('bulk.all')}
      />
    ),
    cell: (finding) =>
      finding.status === 'fail' && (
        <Checkbox
          checked={picks.has(finding.id) || picks.has(finding.check.id)}
          disabled={picks.has(finding.check.id)}
          onChange={() => picks.toggle(pickOf(finding))}
          aria-label={t('bulk.chooseOne', { title: finding.summary })}
        />
      ),
  };
}
