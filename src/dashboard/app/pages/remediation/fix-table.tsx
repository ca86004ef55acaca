import '../../parts/table.css';
import { Checkbox, Table, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../parts/format';
import { Severity } from '../../parts/severity';
import { FixDetail } from './fix-detail';
import type { RemediationQueueQuery } from './remediation.gql';
import { affectsControls } from './remediation.rules';
import './remediation.css';

export type Fix = RemediationQueueQuery['remediationQueue'][number];

interface FixTableProps {
  fixes: readonly Fix[];
  /** The whole queue in its order, of which they are numbered. */
  all: readonly Fix[];
  /** Ids of the fixes that are chosen. */
  chosen: readonly string[];
  onChoose: (chosen: string[]) => void;
}

/** Table of the remediation queue, the most worth first, with rows that can be chosen and expanded. */
export function FixTable({ fixes, all, chosen, onChoose }: FixTableProps) {
  const { t } = useTranslation('remediation');
  const [open, setOpen] = useState<readonly string[]>([]);
  const toggle = (id: string) => setOpen(toggled(open, id));
  return (
    // A region that scrolls must be reachable by keyboard.
    <div role="region" aria-label={t('label')} tabIndex={0} className="fixes">
      <Table className="table" verticalSpacing={8} horizontalSpacing={8}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>
              <VisuallyHidden>{t('field.chosen')}</VisuallyHidden>
            </Table.Th>
            <Table.Th data-align="right">{t('field.rank')}</Table.Th>
            <Table.Th>{t('field.fix')}</Table.Th>
            <Table.Th>{t('field.severity')}</Table.Th>
            <Table.Th>{t('field.effort')}</Table.Th>
            <Table.Th>{t('field.frameworks')}</Table.Th>
            <Table.Th data-align="right" title={t('passes')}>
              {t('field.passes')}
            </Table.Th>
            <Table.Th data-align="right" title={t('helps')}>
              {t('field.helps')}
            </Table.Th>
            <Table.Th data-align="right">{t('field.resources')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {fixes.map((fix) => (
            <Fragment key={fix.id}>
              <FixRow
                fix={fix}
                place={all.indexOf(fix) + 1}
                isChosen={chosen.includes(fix.id)}
                onChoose={() => onChoose(toggled(chosen, fix.id))}
                isOpen={open.includes(fix.id)}
                onToggle={() => toggle(fix.id)}
              />
              {open.includes(fix.id) && (
                <Table.Tr id={detailId(fix)}>
                  <Table.Td colSpan={9}>
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
  /** From 1, in the whole queue. */
  place: number;
  isChosen: boolean;
  onChoose: () => void;
  isOpen: boolean;
  onToggle: () => void;
}

function FixRow({ fix, place, isChosen, onChoose, isOpen, onToggle }: FixRowProps) {
  const { t } = useTranslation(['remediation', 'common']);
  const format = useFormat();
  const { priority, fault, severity, frameworks, passes, helps, failingResources, remediation } = fix;
  const toggle = {
    'aria-expanded': isOpen,
    ...(isOpen ? { 'aria-controls': detailId(fix) } : {}),
    onClick: onToggle,
  };
  return (
    <Table.Tr>
      <Table.Td data-part="choose">
        <Checkbox
          aria-label={t('choose', { title: fault })}
          checked={isChosen}
          onChange={onChoose}
          disabled={!affectsControls(fix)}
          {...(affectsControls(fix) ? {} : { title: t('noChoice') })}
        />
      </Table.Td>
      <Table.Td data-align="right" data-part="order" title={t('points', { count: priority })}>
        {format.number(place)}
      </Table.Td>
      <Table.Td miw={240} data-part="name">
        <div>
          <UnstyledButton fz="sm" fw={500} mih={24} {...toggle}>
            <span aria-hidden="true">{isOpen ? '▾' : '▸'}</span> {fault}
          </UnstyledButton>
          <Text size="xs" c="dimmed" className="fix-summary" lineClamp={1} title={remediation.summary}>
            {remediation.summary}
          </Text>
        </div>
      </Table.Td>
      <Table.Td data-part="severity">
        <Severity severity={severity} />
      </Table.Td>
      <Table.Td data-header={t('field.effort')} style={{ whiteSpace: 'nowrap' }}>
        {t(`effort.${remediation.effort}`)}
      </Table.Td>
      <Table.Td data-header={t('field.frameworks')} className="fix-detailed" style={{ whiteSpace: 'nowrap' }}>
        <Frameworks names={frameworks} />
      </Table.Td>
      <Table.Td data-align="right" data-header={t('field.passes')} data-count={passes.length}>
        {passes.length === 0 ? '–' : <b>{format.number(passes.length)}</b>}
      </Table.Td>
      <Table.Td data-align="right" data-header={t('field.helps')} data-count={helps.length}>
        {helps.length === 0 ? '–' : format.number(helps.length)}
      </Table.Td>
      <Table.Td data-align="right" data-header={t('field.resources')} data-count={failingResources ?? 0}>
        {failingResources === null ? '–' : format.number(failingResources)}
      </Table.Td>
    </Table.Tr>
  );
}

/** Names of frameworks shown in a row. */
const NAMED = 2;

/** The first frameworks by name, and how many others there are: all of them under the pointer, and for who listens. */
function Frameworks({ names }: { names: readonly string[] }) {
  const format = useFormat();
  if (names.length <= NAMED) return <>{names.length === 0 ? '–' : names.join(', ')}</>;
  const all = names.join(', ');
  return (
    <span title={all}>
      <span aria-hidden="true">
        {names.slice(0, NAMED).join(', ')} +{format.number(names.length - NAMED)}
      </span>
      <VisuallyHidden>{all}</VisuallyHidden>
    </span>
  );
}
