import '../../parts/row-list.css';
import { Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { Section } from '../../parts/section';
import { TextLink } from '../../parts/text-link';
import { UnfoldButton } from '../../parts/unfold-button';
import { OwnerOrAssign } from '../../parts/work-items/assign';
import type { PlanQuery } from './remediation.gql';
import { EFFORTS, fixesOf, subjectOfFix } from './remediation.rules';

type Control = PlanQuery['failing']['controls'][number];
type Fix = PlanQuery['queue'][number];

interface FailingControlsProps {
  controls: readonly Control[];
  /** Fixes over all controls. */
  queue: readonly Fix[];
  /** Slug. */
  framework: string;
}

/** Controls that fail now, each with what fails it and who works on it: an auditor asks for their repair before anything is declared. */
export function FailingControls({ controls, queue, framework }: FailingControlsProps) {
  const { t } = useTranslation('remediation');
  const [open, setOpen] = useState<string | null>(null);
  const columns: readonly Column<Control>[] = [
    {
      key: 'control',
      header: t('plan.control'),
      cell: (control) => (
        <UnfoldButton
          isOpen={open === control.id}
          onToggle={() => setOpen(open === control.id ? null : control.id)}
          note={<Why fixes={fixesOf(queue, control.id)} />}
        >
          {control.controlId} {control.title}
        </UnfoldButton>
      ),
    },
    { key: 'effort', header: t('field.effort'), cell: ({ id }) => <Effort fixes={fixesOf(queue, id)} /> },
    { key: 'gain', header: t('plan.alone'), cell: ({ id }) => <Gain fixes={fixesOf(queue, id)} controlId={id} /> },
    { key: 'owner', header: t('plan.owner'), cell: (control) => <Owner control={control} queue={queue} /> },
  ];
  return (
    <Section title={t('plan.failing', { count: controls.length })}>
      <Text c="dimmed" maw={760}>
        {t('plan.failingHint')} <TextLink to="/remediation">{t('plan.toQueue')}</TextLink>
      </Text>
      <DataTable
        label={t('plan.failingList')}
        columns={columns}
        rows={controls}
        rowKey={({ id }) => id}
        detailOf={(control) =>
          open === control.id ? (
            <Fixes control={control} fixes={fixesOf(queue, control.id)} framework={framework} />
          ) : null
        }
      />
    </Section>
  );
}

/** The first reason, and how many there are beside it. */
function Why({ fixes: [first, ...others] }: { fixes: readonly Fix[] }) {
  const { t } = useTranslation('remediation');
  if (!first) return t('plan.whyUnknown');
  return others.length === 0 ? first.fault : `${first.fault} ${t('plan.whyMore', { count: others.length })}`;
}

/** Efforts of its fixes, least first. */
function Effort({ fixes }: { fixes: readonly Fix[] }) {
  const { t } = useTranslation('remediation');
  return EFFORTS.filter((effort) => fixes.some(({ remediation }) => remediation.effort === effort))
    .map((effort) => t(`effort.${effort}`))
    .join(', ');
}

/** Whether one of its fixes is enough. What several bring together is not known here. */
function Gain({ fixes, controlId }: { fixes: readonly Fix[]; controlId: string }) {
  const { t } = useTranslation('remediation');
  if (fixes.length === 0) return null;
  const isEnough = fixes.some(({ passes }) => passes.some(({ id }) => id === controlId));
  return isEnough ? t('plan.passesByOne') : t('plan.moreMissing');
}

/** Who works on the control or on a fix of it; while nobody does, the button that gives the control to somebody. */
function Owner({ control, queue }: { control: Control; queue: readonly Fix[] }) {
  const [item] = fixesOf(queue, control.id).flatMap(({ work }) => work);
  if (!item && control.assignees.length > 0) return control.assignees.map(({ name }) => name).join(', ');
  return (
    <OwnerOrAssign
      work={item ?? null}
      subject={{ controlId: control.id }}
      title={`${control.controlId} ${control.title}`}
      size="compact-sm"
    />
  );
}

interface FixesProps {
  control: Control;
  fixes: readonly Fix[];
  framework: string;
}

/** What fails the control, each with who works on it; and the way to how it is repaired. */
function Fixes({ control, fixes, framework }: FixesProps) {
  const { t } = useTranslation('remediation');
  return (
    <div className="fix-detail">
      <ul className="row-list plan-fixes">
        {fixes.map((fix) => {
          const subject = subjectOfFix(fix);
          return (
            <li key={fix.id}>
              <div>
                <Text>{fix.fault}</Text>
                <Text size="xs" c="dimmed">
                  {fix.source === 'check' ? t('plan.repair', { count: fix.failingResources ?? 0 }) : t('plan.judge')}
                </Text>
              </div>
              {subject && (
                <OwnerOrAssign work={fix.work[0] ?? null} subject={subject} title={fix.fault} size="compact-sm" />
              )}
            </li>
          );
        })}
      </ul>
      <Group gap="sm" pt="sm">
        <TextLink to="/controls/$framework/$controlId" params={{ framework, controlId: control.id }}>
          {t('plan.openControl', { code: control.controlId })}
        </TextLink>
      </Group>
    </div>
  );
}
