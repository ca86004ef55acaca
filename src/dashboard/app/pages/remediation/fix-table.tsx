import '../../parts/table.css';
import { Checkbox, Stack, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { Severity } from '../../parts/severity';
import { TextLink } from '../../parts/text-link';
import { Assign } from '../../parts/work-items/assign';
import { DueDay } from '../../parts/work-items/work-state';
import { OnHold } from '../../parts/findings/on-hold';
import { UnfoldSign } from '../../parts/unfold-sign';
import { FixDetail } from './fix-detail';
import type { RemediationQueueQuery } from './remediation.gql';
import { affectsControls, FIX_ORDERS, subjectOfFix, type FixOrder } from './remediation.rules';
import './remediation.css';

export type Fix = RemediationQueueQuery['remediationQueue'][number];

/** A check that fails, with one of the resources on which it does. */
export type Example = RemediationQueueQuery['failing']['checks'][number];

interface FixTableProps {
  /** Description of the table for screen readers. */
  label: string;
  fixes: readonly Fix[];
  examples: readonly Example[];
  /** Ids of the fixes that are chosen. */
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
}

/** Table of repairs or of assessments, the most worth first, with rows that can be chosen and expanded. */
export function FixTable({ label, fixes, examples, chosen, onChoose }: FixTableProps) {
  const { t } = useTranslation('remediation');
  const { order } = useSearch({ from: '/frame/remediation' });
  const navigate = useNavigate({ from: '/remediation' });
  const { isOpen, toggle } = useUnfolded();
  const columns: readonly Column<Fix>[] = [
    {
      key: 'choose',
      header: '',
      headerContent: <VisuallyHidden>{t('field.chosen')}</VisuallyHidden>,
      cell: (fix) => (
        <Checkbox
          aria-label={t('choose', { title: fix.fault })}
          checked={chosen.includes(fix.id)}
          onChange={() => onChoose(toggled(chosen, fix.id))}
          disabled={!affectsControls(fix)}
          {...(affectsControls(fix) ? {} : { title: t('noChoice') })}
        />
      ),
    },
    {
      key: 'fix',
      header: t(fixes[0]?.source === 'assessment' ? 'field.assess' : 'field.fix'),
      cell: (fix) => (
        <FixName
          fix={fix}
          example={examples.find(({ check }) => check.id === fix.id) ?? null}
          isOpen={isOpen(fix.id)}
          onToggle={() => toggle(fix.id)}
        />
      ),
    },
    {
      key: 'severity',
      header: t('field.severity'),
      isSortable: true,
      cell: ({ severity }) => <Severity severity={severity} />,
    },
    {
      key: 'effort',
      header: t('field.effort'),
      isSortable: true,
      cell: ({ remediation: { effort } }) => t(`effort.${effort}`),
    },
    { key: 'effect', header: t('field.effect'), isSortable: true, cell: (fix) => <Effect fix={fix} /> },
    { key: 'owner', header: t('field.owner'), cell: (fix) => <Owner fix={fix} /> },
  ];
  return (
    <div className="fixes">
      <DataTable
        label={label}
        columns={columns}
        rows={fixes}
        rowKey={({ id }) => id}
        sort={SORT_OF[order ?? 'gain']}
        onSort={(sort) =>
          void navigate({
            search: (before) => ({ ...before, order: orderOf(sort, order) }),
            replace: true,
            resetScroll: false,
          })
        }
        detailOf={(fix) => (isOpen(fix.id) ? <FixDetail fix={fix} /> : null)}
      />
    </div>
  );
}

/** The fixes whose rows are unfolded: those that were clicked, and the one that the address names, which is brought into sight. */
function useUnfolded() {
  const { fix: named } = useSearch({ from: '/frame/remediation' });
  const navigate = useNavigate({ from: '/remediation' });
  const [open, setOpen] = useState<readonly string[]>([]);
  useEffect(() => {
    if (named !== undefined) document.getElementById(rowId(named))?.scrollIntoView({ block: 'center' });
  }, [named]);
  return {
    isOpen: (id: string) => id === named || open.includes(id),
    toggle: (id: string) => {
      if (id !== named) {
        setOpen(toggled(open, id));
        return;
      }
      setOpen(open.filter((each) => each !== id));
      void navigate({ search: (before) => ({ ...before, fix: undefined }), replace: true, resetScroll: false });
    },
  };
}

/** Id of the name of a row in the document. */
const rowId = (fix: string) => `fix ${fix}`;

/** The sorted column of each order, with a leading `-` where the most is first. */
const SORT_OF = { gain: '-effect', severity: '-severity', effort: 'effort' } as const;

/** The order that a head asks for; that of the present one leads back to the order by gain. */
function orderOf(sort: string, before: FixOrder | undefined): FixOrder | undefined {
  const asked = FIX_ORDERS.find((each) => each === sort.replace('-', ''));
  return asked === before ? undefined : asked;
}

function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
}

interface FixNameProps {
  fix: Fix;
  /** One of the resources; null where none is known, as of an assessment. */
  example: Example | null;
  isOpen: boolean;
  onToggle: () => void;
}

/** What is wrong, and below it where and how it is repaired, or why an assessment did not find it met. */
function FixName({ fix, example, isOpen, onToggle }: FixNameProps) {
  const { t } = useTranslation('remediation');
  const { fault, remediation, assessment, failingResources } = fix;
  const note = assessment?.details ?? null;
  return (
    <div className="fix-name" id={rowId(fix.id)}>
      <UnstyledButton fz="sm" fw={500} mih={24} aria-expanded={isOpen} onClick={onToggle}>
        <UnfoldSign isOpen={isOpen} />
        {fault}
      </UnstyledButton>
      <Text size="xs" c="dimmed">
        {failingResources !== null && <AffectedResources count={failingResources} example={example?.newest ?? null} />}
        {note === null ? remediation.summary : t('reason', { note })}
      </Text>
      {example?.newest && <OnHold finding={example.newest} />}
    </div>
  );
}

/** One of the resources by its name, and how many more there are. */
function AffectedResources({ count, example }: { count: number; example: Example['newest'] }) {
  const { t } = useTranslation('remediation');
  const name = example?.resource?.name ?? example?.resourceId ?? null;
  const more = count - 1;
  return (
    <>
      <Text span inherit c="var(--mantine-color-text)">
        {name === null && t('resources', { count })}
        {name !== null && (more > 0 ? t('resourcesNamed', { name, count: more }) : name)}
      </Text>
      {' · '}
    </>
  );
}

/** Controls that would pass, else those that it helps, and in which frameworks. */
function Effect({ fix: { passes, helps, frameworks } }: { fix: Fix }) {
  const { t } = useTranslation('remediation');
  if (passes.length + helps.length === 0) return <Text c="dimmed">{t('effect.none')}</Text>;
  const helped = helps.length > 0 && t('effect.helps', { count: helps.length });
  return (
    <Stack gap={0}>
      {passes.length > 0 && <Text fw={600}>{t('effect.passes', { count: passes.length })}</Text>}
      {helped !== false && <Text>{helped}</Text>}
      <Text size="xs" c="dimmed" title={frameworks.join(', ')}>
        {frameworks.length === 1 ? frameworks[0] : t('effect.frameworks', { count: frameworks.length })}
      </Text>
    </Stack>
  );
}

/** Who works on it, until when; the button that gives it to somebody while nobody does. */
function Owner({ fix }: { fix: Fix }) {
  const { t } = useTranslation(['remediation', 'work']);
  const [item] = fix.work;
  const subject = subjectOfFix(fix);
  if (!item) return subject && <Assign subject={subject} title={fix.fault} size="compact-sm" />;
  return (
    <Stack gap={0}>
      <TextLink to="/work-items/$workItemId" params={{ workItemId: item.id }} style={{ whiteSpace: 'nowrap' }}>
        {item.owner?.name ?? t('work:nobody')}
      </TextLink>
      <Text size="xs" c="dimmed" component="div">
        {item.dueOn !== null && <DueDay item={item} />}
        {fix.work.length > 1 && ` ${t('owner.more', { count: fix.work.length - 1 })}`}
      </Text>
    </Stack>
  );
}
