import { useQuery } from '@apollo/client/react';
import { Code, Stack, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { Ago } from '../../parts/ago';
import { DataTable } from '../../parts/data-table';
import { Acceptance, type Proposal } from '../../parts/exceptions/acceptance';
import { Facts } from '../../parts/facts';
import { headingOf } from '../../parts/finding-heading';
import { FindingStatus } from '../../parts/finding-status';
import { useFormat } from '../../parts/format';
import { NamedControls } from '../../parts/named-controls';
import { Page } from '../../parts/page';
import { Section } from '../../parts/section';
import { Severity } from '../../parts/severity';
import { TextLink } from '../../parts/text-link';
import { useTypeName } from '../../parts/type-name';
import './resources.css';
import { severitiesOf } from './resources.rules';
import { ResourcePageDocument, type ResourcePageQuery } from './resources.gql';

type Resource = ResourcePageQuery['resource'];

interface ShownProps {
  resource: Resource;
  proposals: readonly Proposal[];
}

/** Page of a resource: what checks say of it, and which controls fail because of it. */
export function ResourcePage() {
  const { t } = useTranslation(['findings', 'common']);
  const { resourceId: id } = useParams({ from: '/frame/resources/$resourceId' });
  const variables = { id };
  const result = useQuery(ResourcePageDocument, { variables });
  const resource = result.data?.resource;
  return (
    <Page
      title={resource?.name ?? resource?.resourceId ?? t('common:nav.resources')}
      up={<TextLink to="/resources">{t('resource.all')}</TextLink>}
      answer={resource && <Answer resource={resource} />}
      asked={[{ document: ResourcePageDocument, variables }]}
    >
      <Answered result={result}>
        {({ resource: shown, proposals }) => <Shown resource={shown} proposals={proposals.nodes} />}
      </Answered>
    </Page>
  );
}

function Answer({ resource: { findings, verdicts } }: { resource: Resource }) {
  const { t } = useTranslation('findings');
  if (verdicts.total === 0) return t('resource.unseen');
  if (verdicts.passing === verdicts.total) return t('resource.allPass', { count: verdicts.total });
  if (verdicts.failing === 0) return t('resource.none');
  const grave = severitiesOf(findings, verdicts);
  return (
    t('resource.answer', { count: verdicts.failing }) +
    (grave === null ? '' : `: ${grave.map(([severity, count]) => t(`resource.of.${severity}`, { count })).join(', ')}`)
  );
}

function Shown({ resource, proposals }: ShownProps) {
  const { t } = useTranslation('findings');
  const { findings, failingControls, verdicts } = resource;
  // What does not fail stands behind what does.
  const failing = findings.filter(({ status }) => status === 'fail');
  const [first, rest] =
    failing.length === 0 ? [findings, []] : [failing, findings.filter(({ status }) => status !== 'fail')];
  return (
    <Stack gap={32}>
      <div className="resource-facts">
        <ResourceFacts resource={resource} />
      </div>
      {findings.length > 0 && (
        <Section title={t('resource.findings')}>
          {findings.length < verdicts.total && (
            <Text c="dimmed">{t('resource.first', { count: findings.length, total: verdicts.total })}</Text>
          )}
          <FindingsOfResource label={t('resource.findings')} {...{ resource, proposals }} findings={first} />
          {rest.length > 0 && (
            <details>
              <summary>{t('resource.rest', { count: rest.length })}</summary>
              <FindingsOfResource
                label={t('resource.rest', { count: rest.length })}
                {...{ resource, proposals }}
                findings={rest}
              />
            </details>
          )}
        </Section>
      )}
      {failing.length > 0 && (
        <Section title={t('resource.controls')}>
          {failingControls.length === 0 ? (
            <Text c="dimmed">{t('resource.noControls')}</Text>
          ) : (
            <NamedControls label={t('resource.controls')} controls={failingControls} />
          )}
        </Section>
      )}
    </Stack>
  );
}

function ResourceFacts({ resource }: { resource: Resource }) {
  const { t } = useTranslation('findings');
  const typeName = useTypeName();
  const format = useFormat();
  const { resourceId, type, region, account, integration, firstSeenAt, lastSeenAt } = resource;
  const known = (name: string, value: string | null) => (value === null ? [] : [[name, value] as const]);
  return (
    <Facts
      facts={[
        [
          t('resource.id'),
          <Code key="id" bg="transparent" p={0}>
            {resourceId}
          </Code>,
        ],
        ...known(t('resource.type'), type === null ? null : typeName(type)),
        ...known(t('resource.account'), account),
        ...known(t('resource.region'), region),
        [t('finding.integration'), integration.name],
        [t('resource.firstSeen'), format.dateTime(firstSeenAt)],
        ...(lastSeenAt === null ? [] : [[t('resource.lastSeen'), format.dateTime(lastSeenAt)] as const]),
      ]}
    />
  );
}

interface FindingsProps extends ShownProps {
  label: string;
  findings: Resource['findings'];
}

function FindingsOfResource({ label, resource, proposals, findings }: FindingsProps) {
  const { t } = useTranslation('findings');
  const { resourceId, name, integration } = resource;
  return (
    <DataTable
      label={label}
      rows={findings}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'status',
          header: t('column.status'),
          cell: ({ status, exception }) => <FindingStatus status={status} isAccepted={exception !== null} />,
        },
        {
          key: 'severity',
          header: t('column.severity'),
          cell: ({ severity, status }) => <Severity severity={severity} isCalm={status !== 'fail'} />,
        },
        {
          key: 'finding',
          header: t('column.finding'),
          cell: ({ id, summary, ...finding }) => (
            <div style={{ minWidth: 220 }}>
              <TextLink to="/findings/$findingId" params={{ findingId: id }} size="sm" fw={500}>
                {headingOf(finding)}
              </TextLink>
              <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                {summary}
              </Text>
            </div>
          ),
        },
        {
          key: 'since',
          header: t('column.since'),
          cell: ({ firstSeenAt }) => <Ago at={firstSeenAt} />,
        },
        {
          key: 'accept',
          header: '',
          align: 'right',
          cell: ({ status, exception, fault, scanner, ruleId }) =>
            status === 'fail' && (
              <Acceptance
                finding={{ id: resourceId, name, check: fault, scanner, ruleId, integrationId: integration.id }}
                isAccepted={exception !== null}
                proposals={proposals}
              />
            ),
        },
      ]}
    />
  );
}
