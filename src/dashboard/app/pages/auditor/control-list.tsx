import './auditor.css';
import { Button, Group, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DataTable, type Column } from '../../parts/data-table';
import { Section } from '../../parts/section';
import { ControlStatus } from '../../parts/status';
import { UnfoldButton } from '../../parts/unfold-button';
import type { AuditedFrameworkQuery } from './auditor.gql';
import { ControlDetails } from './control-details';
import { countStandings, matching, type StandingChoice } from './controls.rules';

type Control = AuditedFrameworkQuery['auditedFramework']['controls'][number];

/** Controls of the framework with their status; one at a time is unfolded with what is behind it. */
export function ControlList({ controls }: { controls: readonly Control[] }) {
  const { t } = useTranslation('auditor');
  const [opened, setOpened] = useState<string | null>(null);
  const [standing, setStanding] = useState<StandingChoice>('all');
  const [words, setWords] = useState('');
  const shown = matching(controls, { standing, words });
  const columns: readonly Column<Control>[] = [
    {
      key: 'code',
      header: t('control.code'),
      cell: ({ id, controlId }) => (
        <UnfoldButton isOpen={opened === id} onToggle={() => setOpened(opened === id ? null : id)}>
          {controlId}
        </UnfoldButton>
      ),
    },
    { key: 'title', header: t('control.title'), cell: ({ title }) => title },
    { key: 'category', header: t('control.category'), cell: ({ category }) => category },
    {
      key: 'status',
      header: t('control.status'),
      cell: ({ status, assurance, isDisputed }) => (
        <ControlStatus control={{ status, assurance, disputed: isDisputed }} />
      ),
    },
  ];
  return (
    <Section title={t('controls.title')} aside={t('controls.count', { shown: shown.length, count: controls.length })}>
      <div style={{ display: 'flex', gap: 12, flexWrap: 'wrap' }}>
        <TextInput
          label={t('controls.search')}
          value={words}
          onChange={({ currentTarget: { value } }) => setWords(value)}
        />
        <Group gap="xs" align="flex-end" role="group" aria-label={t('control.status')}>
          <Chip isChosen={standing === 'all'} onChoose={() => setStanding('all')}>
            {t('controls.all', { count: controls.length })}
          </Chip>
          {countStandings(controls).map(({ standing: each, count }) => (
            <Chip key={each} isChosen={standing === each} onChoose={() => setStanding(each)}>
              {t(`standing.${each}`, { count })}
            </Chip>
          ))}
        </Group>
      </div>
      <div className="auditor-controls">
        <DataTable
          label={t('controls.title')}
          columns={columns}
          rows={shown}
          rowKey={({ id }) => id}
          detailOf={({ id }) => (id === opened ? <ControlDetails id={id} /> : null)}
        />
      </div>
    </Section>
  );
}

function Chip({ isChosen, onChoose, children }: { isChosen: boolean; onChoose: () => void; children: string }) {
  return (
    <Button variant={isChosen ? 'light' : 'default'} aria-pressed={isChosen} onClick={onChoose}>
      {children}
    </Button>
  );
}
