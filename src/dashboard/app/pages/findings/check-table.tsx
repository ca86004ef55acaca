import { useQuery } from '@apollo/client/react';
import { Button, Checkbox, Stack, Text, UnstyledButton } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { Answered } from '../../parts/answered';
import { DataTable, type Column } from '../../parts/data-table';
import type { Proposal } from '../../parts/exceptions/acceptance';
import { RowMenu } from '../../parts/row-actions';
import { Severity } from '../../parts/severity';
import { TextLink } from '../../parts/text-link';
import { AssignDialog } from '../../parts/work-items/assign';
import { AcceptanceOfFinding, FindingActions } from '../../parts/findings/finding-actions';
import { FindingTable } from './finding-table';
import { FindingsOfCheckDocument, type FindingsQuery } from './findings.gql';
import { criticalFirst, isFailing, isFault, whereOf } from './findings.rules';
import { NewestOf, OnHoldMark, type Group } from './check-marks';
import { OwnerOf } from '../../parts/work-items/owner-of';
import { pickOf, type Pick, type Picks } from './picks';
import { Seen } from '../../parts/findings/seen';
import { workTitle } from '../../parts/findings/finding.rules';
import { UnfoldSign } from '../../parts/unfold-sign';
import { Where } from './where';

/** Columns of what fails: the rest is not chosen, and fails no control. */
const OF_FAILING: ReadonlySet<string> = new Set(['choose', 'controls']);

/** Checks that are listed before somebody asks for more. */
const LISTED = 25;

/** Findings of a check that are unfolded at once. */
const UNFOLDED = 20;

interface CheckTableProps {
  groups: readonly Group[];
  /** Findings on hold, of which each has its check. */
  held: FindingsQuery['held']['nodes'];
  /** Number of checks with findings, of which the groups are the first. */
  total: number;
  proposals: readonly Proposal[];
  /** Whether findings come from several integrations. */
  ofSeveral: boolean;
  picks: Picks;
}

/** Table of the checks that have findings, the worst first, each with its findings to unfold; the only finding of a check stands in its row. */
export function CheckTable({ groups: found, held, total, proposals, ofSeveral, picks }: CheckTableProps) {
  const { t } = useTranslation(['findings', 'common']);
  const { status = 'fail' } = useSearch({ from: '/frame/findings' });
  const [open, setOpen] = useState<readonly string[]>([]);
  const [listed, setListed] = useState(LISTED);
  const groups = criticalFirst(found).slice(0, listed);
  const heldOf = ({ check }: Group) => held.filter((each) => each.check.id === check.id).length;
  const toggle = (id: string) => setOpen(open.includes(id) ? open.filter((each) => each !== id) : [...open, id]);
  const headingOf = ({ check: { fault, title } }: Group) => (isFault(status) ? fault : title);
  const columns: readonly Column<Group>[] = [
    choiceOf(groups, { picks, headingOf, t }),
    {
      key: 'severity',
      header: t('column.severity'),
      cell: ({ severity }) => <Severity severity={severity} isCalm={!isFailing(status)} />,
    },
    {
      key: 'check',
      header: t('facets.check'),
      cell: (group) => (
        <CheckCell
          group={group}
          heading={headingOf(group)}
          isOpen={open.includes(group.check.id)}
          onToggle={() => toggle(group.check.id)}
          ofSeveral={ofSeveral}
          proposals={proposals}
          held={status === 'fail' ? heldOf(group) : 0}
        />
      ),
    },
    { key: 'count', header: t('column.findings'), align: 'right', cell: ({ count }) => count },
    {
      key: 'controls',
      header: t('column.controls'),
      align: 'right',
      cell: ({ failedControls }) => failedControls > 0 && failedControls,
    },
    { key: 'since', header: t('column.newest'), cell: ({ newest }) => newest && <Seen finding={newest} /> },
    {
      key: 'owner',
      header: t('column.owner'),
      cell: (group) => <OwnerOf work={onlyOf(group)?.workItem ?? group.check.workItem} />,
    },
    {
      key: 'actions',
      header: '',
      align: 'right',
      cell: (group) => <GroupActions group={group} proposals={proposals} isFailing={isFailing(status)} />,
    },
  ];
  return (
    <Stack gap="md" miw={0} className="check-list sticky-head">
      <DataTable
        label={t('common:nav.findings')}
        columns={columns.filter(({ key }) => isFailing(status) || !OF_FAILING.has(key))}
        rows={groups}
        rowKey={({ check }) => check.id}
        detailOf={(group) =>
          open.includes(group.check.id) ? (
            <FindingsOfCheck checkId={group.check.id} heading={headingOf(group)} {...{ proposals, ofSeveral, picks }} />
          ) : null
        }
      />
      {groups.length < found.length && (
        <div>
          <Button variant="default" onClick={() => setListed(listed + found.length)}>
            {t('groups.more', { count: found.length - groups.length })}
          </Button>
        </div>
      )}
      {total > found.length && (
        <Text size="xs" c="dimmed">
          {t('groups.first', { count: found.length, total })}
        </Text>
      )}
    </Stack>
  );
}

/** The finding of a group that has no other. */
function onlyOf({ count, newest }: Group) {
  return count === 1 ? newest : null;
}

/** A group to be chosen: its only finding, or the check with all of them. */
function pickOfGroup(group: Group, title: string): Pick {
  const { check, count } = group;
  const only = onlyOf(group);
  if (only) return pickOf(only);
  return { kind: 'check', key: check.id, checkId: check.id, title, count, hasWork: check.workItem !== null };
}

/** The column of the tick boxes. */
function choiceOf(
  groups: readonly Group[],
  {
    picks,
    headingOf,
    t,
  }: { picks: Picks; headingOf: (group: Group) => string; t: ReturnType<typeof useTranslation<['findings']>>['t'] },
): Column<Group> {
  const pickFor = (group: Group) => pickOfGroup(group, group.check.remediation?.summary ?? headingOf(group));
  const all = groups.map(pickFor);
  const chosen = all.filter(({ key }) => picks.has(key)).length;
  return {
    key: 'choose',
    header: '',
    headerContent: (
      <Checkbox
        checked={chosen === all.length}
        indeterminate={chosen > 0 && chosen < all.length}
        onChange={() => picks.toggleAll(all)}
        aria-label={t('bulk.all')}
      />
    ),
    cell: (group) => {
      const pick = pickFor(group);
      return (
        <Checkbox
          checked={picks.has(pick.key)}
          onChange={() => picks.toggle(pick)}
          aria-label={t('bulk.choose', { title: headingOf(group), count: group.count })}
        />
      );
    },
  };
}

interface CheckCellProps {
  group: Group;
  heading: string;
  isOpen: boolean;
  onToggle: () => void;
  ofSeveral: boolean;
  proposals: readonly Proposal[];
  /** How many of its findings are on hold. */
  held: number;
}

/** What is wrong, and of how many findings: a fold, or the way to the only finding with its resource below. */
function CheckCell({ group, heading, isOpen, onToggle, ofSeveral, proposals, held }: CheckCellProps) {
  const only = onlyOf(group);
  if (only) {
    return (
      <>
        <div className="check-only">
          <TextLink to="/findings/$findingId" params={{ findingId: only.id }} size="sm" fw={500}>
            {heading}
          </TextLink>
          <div className="one-line">
            <Where finding={only} ofSeveral={ofSeveral} isSmall />
          </div>
        </div>
        {held > 0 && <OnHoldMark count={held} />}
        <AcceptanceOfFinding finding={only} proposals={proposals} />
      </>
    );
  }
  const { check, count } = group;
  return (
    <div>
      <UnstyledButton
        className="check-heading"
        fz="sm"
        fw={500}
        mih={24}
        aria-expanded={isOpen}
        aria-label={heading}
        onClick={onToggle}
      >
        <UnfoldSign isOpen={isOpen} />
        <span>{heading}</span>
      </UnstyledButton>
      <Text size="xs" c="dimmed" className="check-only" title={check.remediation?.summary}>
        {group.newest && <NewestOf finding={group.newest} others={count - 1} />}
      </Text>
      {held > 0 && <OnHoldMark count={held} />}
    </div>
  );
}

interface GroupActionsProps {
  group: Group;
  proposals: readonly Proposal[];
  isFailing: boolean;
}

/** What can be done with the only finding of a check, or with all of them. */
function GroupActions({ group, proposals, isFailing }: GroupActionsProps) {
  const { t } = useTranslation(['findings', 'work']);
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const only = onlyOf(group);
  if (only) return <FindingActions finding={only} proposals={proposals} />;
  const { check } = group;
  const title = workTitle({ check, fault: check.fault, resource: null, resourceId: null });
  if (!isFailing || !may('createWorkItem')) return null;
  const assign = {
    key: 'assign',
    word: t('work:assign.action'),
    run: () => setOpen(true),
  };
  return (
    <>
      <RowMenu label={t('more', { finding: check.fault })} actions={[assign]} />
      {isOpen && <AssignDialog subject={{ checkId: check.id }} title={title} onClose={() => setOpen(false)} />}
    </>
  );
}

interface FindingsOfCheckProps extends Omit<CheckTableProps, 'groups' | 'held' | 'total'> {
  checkId: string;
  heading: string;
}

function FindingsOfCheck({ checkId, heading, ...shared }: FindingsOfCheckProps) {
  const { t } = useTranslation('findings');
  const search = useSearch({ from: '/frame/findings' });
  const variables = { where: whereOf({ ...search, checkId }), first: UNFOLDED };
  const result = useQuery(FindingsOfCheckDocument, { variables });
  return (
    <Answered result={result}>
      {({ findings: { nodes, totalCount } }) => (
        <Stack gap="xs" miw={0}>
          <FindingTable findings={nodes} ofCheck={heading} {...shared} />
          {totalCount > nodes.length && (
            <TextLink to="/findings" search={{ ...search, checkId }} size="sm">
              {t('groups.all', { count: totalCount })}
            </TextLink>
          )}
        </Stack>
      )}
    </Answered>
  );
}
