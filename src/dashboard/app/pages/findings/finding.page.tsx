import { useQuery } from '@apollo/client/react';
import { Code, Group, Text } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { shortAccount } from '../../parts/account.rules';
import { Answered } from '../../parts/answered';
import { targetsOf } from '../../parts/commands.rules';
import { Acceptance, type Proposal } from '../../parts/exceptions/acceptance';
import { Configuration } from '../../parts/configuration';
import { Facts } from '../../parts/facts';
import { failedFirst } from '../../parts/failed-first.rules';
import { headingOf } from '../../parts/finding-heading';
import { useFormat } from '../../parts/format';
import { NamedControls } from '../../parts/named-controls';
import { Page } from '../../parts/page';
import { RemediationSteps } from '../../parts/remediation-steps';
import { ResourceName } from '../../parts/resource-name';
import { Section } from '../../parts/section';
import { TextLink } from '../../parts/text-link';
import { useTypeName } from '../../parts/type-name';
import { OwnerOrAssign } from '../../parts/work-items/assign';
import { WithRail } from '../../parts/with-rail';
import { WorkAbout } from '../../parts/work-items/work-about';
import { workTitle } from '../../parts/findings/finding.rules';
import './findings.css';
import { FindingAnswer } from './finding-answer';
import { FindingHistory } from './finding-history';
import { FindingPageDocument, type FindingPageQuery } from './findings.gql';

type Shown = FindingPageQuery['finding'];

/** Page of a finding: what is wrong, where, since when, what it holds, and how to repair it. */
export function FindingPage() {
  const { t } = useTranslation(['findings', 'common']);
  const { findingId: id } = useParams({ from: '/frame/findings/$findingId' });
  const variables = { id };
  const result = useQuery(FindingPageDocument, { variables });
  const finding = result.data?.finding;
  return (
    <Page
      thing={{ kind: 'finding', id, result }}
      title={finding ? headingOf(finding) : t('common:nav.findings')}
      up={<TextLink to="/findings">{t('allFindings')}</TextLink>}
      answer={finding && <FindingAnswer finding={finding} />}
      asked={[{ document: FindingPageDocument, variables }]}
      actions={
        result.data && (
          <>
            <Accept finding={result.data.finding} proposals={result.data.proposals.nodes} />
            {result.data.finding.status === 'fail' && (
              <OwnerOrAssign
                work={result.data.finding.workItem ?? result.data.finding.check.workItem}
                subject={{ findingId: id }}
                title={workTitle(result.data.finding)}
                isPrimary={result.data.finding.exception === null}
              />
            )}
          </>
        )
      }
    >
      <Answered result={result}>{({ finding: shown }) => <Shown finding={shown} />}</Answered>
    </Page>
  );
}

function Accept({ finding, proposals }: { finding: Shown; proposals: readonly Proposal[] }) {
  const { status, exception, isCurrent, resourceId, resource, fault, scanner, ruleId, integration } = finding;
  // What is accepted says so beside its title.
  if (status !== 'fail' || resourceId === null || !isCurrent || exception !== null) return null;
  const shown = { id: resourceId, name: resource?.name ?? null, check: fault };
  return (
    <Acceptance
      size="sm"
      finding={{ ...shown, scanner, ruleId, integrationId: integration.id }}
      isAccepted={false}
      proposals={proposals}
    />
  );
}

function Shown({ finding }: { finding: Shown }) {
  const { t } = useTranslation('findings');
  const { check } = finding;
  return (
    <WithRail
      label={t('finding.facts')}
      rail={
        <>
          <FindingFacts finding={finding} />
          <WorkAbout
            subject={{ findingId: finding.id }}
            title={workTitle(finding)}
            hasButton={false}
            isQuiet={finding.status !== 'fail'}
          />
        </>
      }
    >
      {finding.exception && (
        <Section title={t('finding.exception')}>
          <ExceptionFacts exception={finding.exception} />
        </Section>
      )}
      {check.remediation && finding.status === 'fail' && (
        <RemediationSteps
          title={t('finding.repair')}
          remediation={check.remediation}
          targets={{ targets: targetsOf([finding]), total: 1 }}
        />
      )}
      <Controls finding={finding} />
      {check.description !== null && (
        <Section title={t('finding.looksAt')}>
          <Text maw={760}>{check.description}</Text>
        </Section>
      )}
      <WhatWasRead finding={finding} />
      <FindingHistory finding={finding} />
    </WithRail>
  );
}

/** The values that the check went by; nothing where no scan of ours read them. */
function WhatWasRead({ finding: { resource, check, isCurrent, lastSeenAt } }: { finding: Shown }) {
  const { t } = useTranslation('findings');
  if (!resource || !isCurrent || check.reads.length === 0) return null;
  return (
    <Configuration
      title={t('finding.read')}
      aside={
        <TextLink to="/resources/$resourceId" params={{ resourceId: resource.id }} hash="configuration" size="sm">
          {t('finding.allRead')}
        </TextLink>
      }
      resourceId={resource.id}
      asOf={lastSeenAt}
      only={check.reads}
    />
  );
}

/** Controls that the finding fails, and beside them those for which it is evidence, whatever their status rests on. */
function Controls({ finding: { check, controls, failingControls, status, isCurrent, exception } }: { finding: Shown }) {
  const { t } = useTranslation('findings');
  if (controls.length === 0) {
    return (
      <Section title={t('finding.controls')}>
        <Text c="dimmed">{t(check.isKnown ? 'finding.noControls' : 'finding.unknownCheck')}</Text>
      </Section>
    );
  }
  const others = controls.filter(({ id }) => !failingControls.some((each) => each.id === id));
  const why = exception !== null ? 'accepted' : check.decides ? 'elsewhere' : 'supports';
  const isFailing = status === 'fail' && isCurrent;
  return (
    <>
      {isFailing && failingControls.length > 0 && (
        <Section title={t('finding.fails', { count: failingControls.length })}>
          <NamedControls
            label={t('finding.fails', { count: failingControls.length })}
            controls={failingControls}
            statusHeader={t('column.statusOfControl')}
          />
        </Section>
      )}
      {others.length > 0 && (
        <Section
          title={t(isFailing && failingControls.length === 0 ? 'finding.failsNoneOf' : 'finding.evidenceFor', {
            count: others.length,
          })}
        >
          <Text c="dimmed">
            {isFailing && failingControls.length === 0 && `${t(`finding.failsNone.${why}`)} `}
            {t('finding.evidenceText')}
          </Text>
          <NamedControls
            label={t('finding.evidenceFor', { count: others.length })}
            controls={failedFirst(others)}
            statusHeader={t('column.statusOfControl')}
          />
        </Section>
      )}
    </>
  );
}

/** Why the finding is accepted, by whom and until when. */
function ExceptionFacts({ exception }: { exception: NonNullable<Shown['exception']> }) {
  const { t } = useTranslation(['exceptions', 'findings']);
  const format = useFormat();
  const { id, reason, compensatingMeasure, expiresOn, decidedAt, decidedBy } = exception;
  const decided = [decidedBy?.name ?? t('nobody'), ...(decidedAt === null ? [] : [format.dateTime(decidedAt)])];
  return (
    <Facts
      facts={[
        [t('column.reason'), reason],
        [t('accept.measure'), compensatingMeasure ?? t('noMeasure')],
        [t('findings:finding.approvedBy'), decided.join(' · ')],
        [
          t('column.until'),
          <TextLink key="until" to="/exceptions" hash={id} size="sm">
            {format.day(expiresOn)}
          </TextLink>,
        ],
      ]}
    />
  );
}

function FindingFacts({ finding }: { finding: Shown }) {
  const { t } = useTranslation('findings');
  const typeName = useTypeName();
  const format = useFormat();
  const { resource, resourceId, integration, firstSeenAt, lastSeenAt, check } = finding;
  const type = resource?.type == null ? null : typeName(resource.type);
  const passesAll = check.verdicts.total > 0 && check.verdicts.passing === check.verdicts.total;
  const place = [type, resource?.region, resource?.account && shortAccount(resource.account)].filter(
    (each) => each != null,
  );
  return (
    <Facts
      facts={[
        [
          t('finding.resource'),
          resource && resourceId !== null ? (
            <ResourceName key="resource" id={resource.id} resourceId={resourceId} name={resource.name} />
          ) : (
            t('finding.onIntegration')
          ),
        ],
        ...(place.length > 0 ? [[t('finding.place'), place.join(' · ')] as const] : []),
        [t('finding.integration'), integration.name],
        [
          t(finding.status === 'fail' ? 'finding.failingSince' : 'finding.since'),
          [format.dateTime(firstSeenAt), ...(finding.isReopened ? [t('reopened')] : [])].join(' · '),
        ],
        ...(lastSeenAt === null ? [] : [[t('finding.seen'), format.dateTime(lastSeenAt)] as const]),
        [
          t('finding.check'),
          <Group key="check" gap="4px 12px">
            <TextLink
              to="/findings"
              search={{ checkId: check.id, ...(passesAll ? { status: 'pass' as const } : {}) }}
              size="sm"
            >
              {passesAll
                ? t('finding.passesAll', { count: check.verdicts.total })
                : t('finding.others', { count: check.verdicts.failing - check.verdicts.accepted })}
            </TextLink>
            {check.verdicts.accepted > 0 && (
              <TextLink to="/findings" search={{ checkId: check.id, status: 'accepted' }} size="sm">
                {t('answer.accepted', { count: check.verdicts.accepted })}
              </TextLink>
            )}
          </Group>,
        ],
        [
          t('finding.rule'),
          <Code key="rule" bg="transparent" p={0}>
            {finding.scanner}:{finding.ruleId}
          </Code>,
        ],
      ]}
    />
  );
}
