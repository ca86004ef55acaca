import '../../parts/table.css';
import { Button, Table, Text } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { Score, Status } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import { useShell } from '../../api/shell-data';
import type { UniversalControlsQuery } from './universal-controls.gql';

type Domain = UniversalControlsQuery['ucfDomains'][number];
type UniversalControl = UniversalControlsQuery['universalControls'][number];

interface UniversalTableProps {
  domains: readonly Domain[];
  universalControls: readonly UniversalControl[];
}

/** Universal controls below their domain, with the number of mapped controls by framework. */
export function UniversalTable({ domains, universalControls }: UniversalTableProps) {
  const { t } = useTranslation('mapping');
  const navigate = useNavigate({ from: '/mapping/universal' });
  const { frameworks } = useShell();
  if (universalControls.length === 0) {
    return (
      <Empty
        action={
          <Button variant="default" onClick={() => void navigate({ search: {} })}>
            {t('list.reset')}
          </Button>
        }
      >
        {t('list.nothing')}
      </Empty>
    );
  }
  return (
    <div role="region" aria-label={t('list.label')} tabIndex={0} style={{ overflowX: 'auto' }}>
      <Table className="table" verticalSpacing={8} horizontalSpacing={8} aria-label={t('list.label')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th miw={280}>{t('list.control')}</Table.Th>
            <Table.Th>{t('list.assessment')}</Table.Th>
            {frameworks.map(({ id, name }) => (
              <Table.Th key={id} data-align="right" style={{ whiteSpace: 'nowrap' }}>
                {name}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        {domains.map((domain) => (
          <DomainRows
            key={domain.id}
            domain={domain}
            universalControls={universalControls.filter((each) => each.domain.code === domain.code)}
          />
        ))}
      </Table>
    </div>
  );
}

function DomainRows({ domain, universalControls }: { domain: Domain; universalControls: readonly UniversalControl[] }) {
  const { t } = useTranslation('mapping');
  const { frameworks } = useShell();
  if (universalControls.length === 0) return null;
  const { code, name, assessedCount, controlCount, compliantCount, score } = domain;
  return (
    <Table.Tbody>
      <Table.Tr className="mapping-domain-row">
        <Table.Th scope="rowgroup" colSpan={2 + frameworks.length}>
          <div className="mapping-signs">
            <TextLink to="/mapping/universal" search={{ domain: code }}>
              {name}
            </TextLink>
            <Score percent={assessedCount === 0 ? null : score} />
            <Text span size="xs" c="dimmed" fw={400}>
              {t('list.summary', { assessed: assessedCount, total: controlCount, compliant: compliantCount })}
            </Text>
          </div>
        </Table.Th>
      </Table.Tr>
      {universalControls.map((universalControl) => (
        <ControlRow key={universalControl.id} universalControl={universalControl} />
      ))}
    </Table.Tbody>
  );
}

function ControlRow({
  universalControl: { id, code, title, assessment, mappings },
}: {
  universalControl: UniversalControl;
}) {
  const format = useFormat();
  const { frameworks } = useShell();
  return (
    <Table.Tr>
      <Table.Td data-part="name">
        <TextLink
          to="/mapping/universal/$universalControlId"
          params={{ universalControlId: id }}
          style={{ whiteSpace: 'nowrap' }}
        >
          {code}
        </TextLink>{' '}
        {title}
      </Table.Td>
      <Table.Td data-part="status" style={{ whiteSpace: 'nowrap' }}>
        <Status status={assessment?.status ?? 'not_assessed'} />{' '}
        {assessment && (
          <Text span size="xs" c="dimmed">
            {format.date(assessment.assessedAt)}
          </Text>
        )}
      </Table.Td>
      {frameworks.map(({ name }) => {
        const count = mappings.filter(({ framework }) => framework === name).length;
        return (
          <Table.Td
            key={name}
            data-align="right"
            c={count === 0 ? 'dimmed' : undefined}
            data-count={count}
            data-header={name}
          >
            {count}
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}
