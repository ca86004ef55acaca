import { useQuery } from '@apollo/client/react';
import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { shortAccount } from '../../parts/account.rules';
import { DataTable } from '../../parts/data-table';
import { Acceptance, type Proposal } from '../../parts/exceptions/acceptance';
import { Section } from '../../parts/section';
import { TextLink } from '../../parts/text-link';
import { RepairTargetsDocument } from '../../parts/targets.gql';
import { useFormat } from '../../parts/format';
import { useTypeName } from '../../parts/type-name';
import type { ShownControl } from './control.page';
import type { Failing } from './use-failing';

/** Failing resources of the latest finding, each with what can be done: accept it, or see that it is. */
export function FailingResources({
  control: { id, latestFinding },
  failing,
  proposals,
}: {
  control: ShownControl;
  failing: readonly Failing[];
  proposals: readonly Proposal[];
}) {
  const { t } = useTranslation('controls');
  // What could not be looked at since is listed by what scans have seen of each resource, not by the one that decided last.
  const older = failing.filter(({ isOlder }) => isOlder);
  const isOlder = (ruleId: string) => older.some((each) => each.ruleId === ruleId);
  const faults = new Map(failing.map(({ ruleId, fault }) => [ruleId, fault]));
  if (!latestFinding || latestFinding.resources.length === 0) return null;
  const { resources, resourcesTotal, scanJobId } = latestFinding;
  const rows = resources.filter(({ ruleId }) => !isOlder(ruleId));
  const areAccepted = resources.every(({ exceptionId }) => exceptionId !== null);
  const title = t(areAccepted ? 'resources.titleAccepted' : 'resources.title');
  return (
    <Section
      title={title}
      aside={
        <Group gap="md">
          <TextLink to="/findings" search={{ controlId: id, ...(areAccepted ? { status: 'accepted' } : {}) }} size="xs">
            {t('resources.all')}
          </TextLink>
          <TextLink to="/scans/$scanId" params={{ scanId: scanJobId }} search={{ status: 'fail' }} size="xs">
            {t('resources.scan')}
          </TextLink>
        </Group>
      }
    >
      {rows.length > 0 && resources.length < resourcesTotal && (
        <Text c="dimmed">{t('resources.first', { count: resources.length, total: resourcesTotal })}</Text>
      )}
      {rows.length > 0 && <ResourceTable label={title} rows={rows} faults={faults} proposals={proposals} />}
      {older.map((each) => (
        <Older key={each.ruleId} failing={each} />
      ))}
    </Section>
  );
}

interface ResourceTableProps {
  label: string;
  rows: NonNullable<ShownControl['latestFinding']>['resources'];
  /** What is wrong, by the rule. */
  faults: ReadonlyMap<string, string>;
  proposals: readonly Proposal[];
}

function ResourceTable({ label, rows, faults, proposals }: ResourceTableProps) {
  const { t } = useTranslation('controls');
  const typeName = useTypeName();
  return (
    <DataTable
      label={label}
      rows={rows.map((resource, index) => ({ ...resource, key: `${index} ${resource.id}` }))}
      rowKey={({ key }) => key}
      columns={[
        {
          key: 'resource',
          header: t('resources.resource'),
          cell: ({ id, name, type, region, account }) => (
            <>
              <Text fw={500} title={id}>
                {name ?? id}
              </Text>
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {[type === null ? null : typeName(type), region, account && shortAccount(account)]
                  .filter((each) => each !== null)
                  .join(' · ')}
              </Text>
            </>
          ),
        },
        {
          key: 'problem',
          header: t('resources.problem'),
          cell: ({ check, ruleId, summary }) => (
            <>
              <Text miw={220}>{summary}</Text>
              <Text size="xs" c="dimmed">
                {faults.get(ruleId) ?? check}
              </Text>
            </>
          ),
        },
        {
          key: 'accept',
          header: '',
          align: 'right',
          cell: (resource) => (
            <Acceptance finding={resource} isAccepted={resource.exceptionId !== null} proposals={proposals} />
          ),
        },
      ]}
    />
  );
}

/** A check that failed in a scan after which none could look: it still counts. */
function Older({ failing: { ruleId, fault, seenAt, scanJobId } }: { failing: Failing }) {
  const { t } = useTranslation('controls');
  const format = useFormat();
  const { data } = useQuery(RepairTargetsDocument, { variables: { checkId: ruleId } });
  const standing = data?.findings.nodes.filter(({ resourceId }) => resourceId !== null) ?? [];
  return (
    <div>
      <Text>
        <b>{fault}</b> · {t('failing.onHold')}{' '}
        <TextLink to="/scans/$scanId" params={{ scanId: scanJobId }} search={{ status: 'fail' }}>
          {t('failing.decidedBy', { moment: format.date(seenAt) })}
        </TextLink>
      </Text>
      {data?.findings.totalCount === 0 && <Text c="dimmed">{t('failing.noneStands')}</Text>}
      {standing.map(({ id, resourceId, resource, lastSeenAt }) => (
        <Text key={id}>
          <TextLink to="/findings/$findingId" params={{ findingId: id }}>
            {resource?.name ?? resourceId}
          </TextLink>{' '}
          <Text span c="dimmed">
            {t('failing.lastFailed', { moment: lastSeenAt === null ? '' : format.date(lastSeenAt) })}
          </Text>
        </Text>
      ))}
      {data && data.findings.totalCount > data.findings.nodes.length && (
        <TextLink to="/findings" search={{ checkId: ruleId }} size="sm">
          {t('failing.allStanding', { count: data.findings.totalCount })}
        </TextLink>
      )}
    </div>
  );
}
