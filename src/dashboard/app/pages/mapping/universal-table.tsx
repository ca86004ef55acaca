import '../../parts/table.css';
import { Button, Table, Text, UnstyledButton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Empty } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { ShareBar } from '../../parts/share-bar';
import { Status } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import { UnfoldSign } from '../../parts/unfold-sign';
import { useShell } from '../../api/shell-data';
import type { UniversalControlsQuery } from './universal-controls.gql';

type Domain = UniversalControlsQuery['ucfDomains'][number];
type UniversalControl = UniversalControlsQuery['universalControls'][number];

interface UniversalTableProps {
  domains: readonly Domain[];
  universalControls: readonly UniversalControl[];
  /** Whether something is searched for: then all that is found is open. */
  isFiltered: boolean;
}

/** Universal controls below their domain, with the number of mapped controls by framework. */
export function UniversalTable({ domains, universalControls, isFiltered }: UniversalTableProps) {
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
            <Table.Th miw={280} rowSpan={2}>
              {t('list.control')}
            </Table.Th>
            <Table.Th miw={340} rowSpan={2}>
              {t('list.assessment')}
            </Table.Th>
            <Table.Th colSpan={frameworks.length} data-align="right">
              {t('list.mapped')}
            </Table.Th>
          </Table.Tr>
          <Table.Tr>
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
            isFiltered={isFiltered}
            universalControls={universalControls.filter((each) => each.domain.code === domain.code)}
          />
        ))}
      </Table>
    </div>
  );
}

interface DomainRowsProps {
  domain: Domain;
  universalControls: readonly UniversalControl[];
  isFiltered: boolean;
}

function DomainRows({ domain, universalControls, isFiltered }: DomainRowsProps) {
  const [isUnfolded, { toggle }] = useDisclosure();
  const isOpen = isFiltered || isUnfolded;
  const { frameworks } = useShell();
  if (universalControls.length === 0) return null;
  return (
    <Table.Tbody>
      <Table.Tr className="mapping-fold-row" data-open={isOpen || undefined}>
        <Table.Th scope="rowgroup">
          {isFiltered ? (
            domain.name
          ) : (
            <UnstyledButton fz="sm" fw={500} mih={24} aria-expanded={isOpen} onClick={toggle}>
              <UnfoldSign isOpen={isOpen} />
              {domain.name}
            </UnstyledButton>
          )}
        </Table.Th>
        <Table.Td data-header="">
          <DomainStanding domain={domain} />
        </Table.Td>
        {frameworks.map(({ name }) => (
          <Sum key={name} count={isOpen ? null : universalControls.flatMap((each) => mappedTo(each, name)).length} />
        ))}
      </Table.Tr>
      {isOpen &&
        universalControls.map((universalControl) => (
          <ControlRow key={universalControl.id} universalControl={universalControl} />
        ))}
    </Table.Tbody>
  );
}

/** Mappings of a folded domain to one framework; empty where each of its controls says its own. */
function Sum({ count }: { count: number | null }) {
  const format = useFormat();
  return (
    <Table.Td className="mapping-sum" data-align="right" c={count === 0 ? 'dimmed' : undefined}>
      {count !== null && format.number(count)}
    </Table.Td>
  );
}

/** How many universal controls of a domain are assessed, how many of them as compliant, and how many as not met. */
function DomainStanding({ domain: { assessedCount, controlCount, compliantCount } }: { domain: Domain }) {
  const { t } = useTranslation('mapping');
  const unmet = assessedCount - compliantCount;
  const words = [
    t('list.summary', { assessed: assessedCount, total: controlCount }),
    ...(unmet > 0 ? [t('list.unmet', { count: unmet })] : []),
  ].join(' · ');
  return (
    <div className="mapping-standing">
      <ShareBar
        counts={{ full: compliantCount, partial: 0, failed: unmet, rest: controlCount - assessedCount }}
        label={words}
      />
      <Text span size="xs" c="dimmed">
        {words}
      </Text>
    </div>
  );
}

function mappedTo({ mappings }: UniversalControl, name: string) {
  return mappings.filter(({ framework }) => framework === name);
}

function ControlRow({ universalControl }: { universalControl: UniversalControl }) {
  const { id, code, title, assessment } = universalControl;
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
        const count = mappedTo(universalControl, name).length;
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
