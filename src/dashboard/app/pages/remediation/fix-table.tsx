import '../../parts/table.css';
import { Checkbox, Table, Text, UnstyledButton } from '@mantine/core';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { FixDetail } from './fix-detail';
import type { RemediationQueueQuery } from './remediation.gql';
import './remediation.css';

export type Fix = RemediationQueueQuery['remediationQueue'][number];

interface FixTableProps {
  fixes: readonly Fix[];
  /** Ids of the fixes that are chosen. */
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
}

/** Table of the remediation queue, most urgent first, with rows that can be chosen and expanded. */
export function FixTable({ fixes, chosen, onChoose }: FixTableProps) {
  const { t } = useTranslation('remediation');
  const [open, setOpen] = useState<readonly string[]>([]);
  const toggle = (id: string) => setOpen(toggled(open, id));
  return (
    // A region that scrolls must be reachable by keyboard.
    <div role="region" aria-label={t('label')} tabIndex={0} className="fixes">
      <Table className="table" verticalSpacing={8} horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('field.chosen')}</Table.Th>
            <Table.Th data-align="right">{t('field.rank')}</Table.Th>
            <Table.Th>{t('field.fix')}</Table.Th>
            <Table.Th>{t('field.severity')}</Table.Th>
            <Table.Th>{t('field.effort')}</Table.Th>
            <Table.Th>{t('field.frameworks')}</Table.Th>
            <Table.Th data-align="right">{t('field.passes')}</Table.Th>
            <Table.Th data-align="right">{t('field.resources')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fixes.map((fix) => (
            <Fragment key={fix.id}>
              <FixRow
                fix={fix}
                isChosen={chosen.includes(fix.id)}
                onChoose={() => onChoose(toggled(chosen, fix.id))}
                isOpen={open.includes(fix.id)}
                onToggle={() => toggle(fix.id)}
              />
              {open.includes(fix.id) && (
                <Table.Tr id={detailId(fix)}>
                  <Table.Td colSpan={8}>
                    <FixDetail fix={fix} />
                  </Table.Td>
                </Table.Tr>
              )}
            </Fragment>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

function toggled(ids: readonly string[], id: string): string[] {
  return ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id];
}

function detailId({ rank }: Fix): string {
  return `fix-${rank}`;
}

interface FixRowProps {
  fix: Fix;
  isChosen: boolean;
  onChoose: () => void;
  isOpen: boolean;
  onToggle: () => void;
}

function FixRow({ fix, isChosen, onChoose, isOpen, onToggle }: FixRowProps) {
  const { t } = useTranslation(['remediation', 'common']);
  const format = useFormat();
  const { rank, priority, fault, severity, frameworks, passes, helps, failingResources, remediation } = fix;
  const toggle = {
    'aria-expanded': isOpen,
    ...(isOpen ? { 'aria-controls': detailId(fix) } : {}),
    onClick: onToggle,
  };
  return (
    <Table.Tr>
      <Table.Td data-header={t('field.chosen')}>
        {/* What only supports controls would change no status. */}
        {passes.length + helps.length > 0 && (
          <Checkbox aria-label={t('choose', { title: fault })} checked={isChosen} onChange={onChoose} />
        )}
      </Table.Td>
      <Table.Td data-align="right" data-header={t('field.rank')}>
        <div>
          {format.number(rank)}
          <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            {t('points', { count: priority })}
          </Text>
        </div>
      </Table.Td>
      <Table.Td miw={240} data-part="name">
        <UnstyledButton fz="sm" fw={500} mih={24} {...toggle}>
          <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {fault}
        </UnstyledButton>
        <Text size="xs" c="dimmed">
          {remediation.summary}
        </Text>
      </Table.Td>
      <Table.Td data-header={t('field.severity')}>{t(`common:severity.${severity}`)}</Table.Td>
      <Table.Td data-header={t('field.effort')} style={{ whiteSpace: 'nowrap' }}>
        {t(`common:effort.${remediation.effort}`)}
      </Table.Td>
      <Table.Td miw={140} data-header={t('field.frameworks')}>
        <div>
          {format.number(frameworks.length)}
          <Text size="xs" c="dimmed">
            {frameworks.join(', ')}
          </Text>
        </div>
      </Table.Td>
      <Table.Td data-align="right" data-header={t('field.passes')}>
        <div>
          <UnstyledButton
            fz="sm"
            mih={24}
            miw={24}
            ta="right"
            td="underline"
            c="var(--mantine-color-anchor)"
            aria-label={t('showControls', { passes: passes.length, count: helps.length, title: fault })}
            {...toggle}
          >
            {format.number(passes.length)}
          </UnstyledButton>
          {helps.length > 0 && (
            <Text size="xs" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
              {t('helpsMore', { count: helps.length })}
            </Text>
          )}
        </div>
      </Table.Td>
      <Table.Td data-align="right" data-header={t('field.resources')}>
        {failingResources === null ? '–' : format.number(failingResources)}
      </Table.Td>
    </Table.Tr>
  );
}
