import { useQuery } from '@apollo/client/react';
import { Stack, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { Facts } from '../../parts/facts';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { Section } from '../../parts/section';
import { TextLink } from '../../parts/text-link';
import { useMay } from '../../api/shell-data';
import { DecisionTable } from './decision-table';
import { ScopeHistoryDocument, ScopeOfFrameworkDocument, type ScopeOfFrameworkQuery } from './scope.gql';
import { LeaveOut } from './leave-out';
import { ScopeHistory } from './scope-history';
import { OutOfScope } from './out-of-scope';
import { SelectionForm } from './selection-form';

const route = getRouteApi('/frame/scope/$framework');

export type ShownScope = ScopeOfFrameworkQuery['framework']['scope'];

/** Page of what is in scope of a framework: the selection, single exclusions, and proposals to approve. */
export function ScopePage() {
  const { t } = useTranslation('scope');
  const variables = route.useParams();
  const result = useQuery(ScopeOfFrameworkDocument, { variables });
  const framework = result.data?.framework;
  return (
    <Page
      column="settings"
      thing={{ kind: 'framework', id: variables.framework, result }}
      title={framework ? t('title', { framework: framework.name }) : t('name')}
      up={
        framework && (
          <TextLink to="/controls/$framework" params={{ framework: framework.slug }}>
            {t('controls', { framework: framework.name })}
          </TextLink>
        )
      }
      asked={[
        { document: ScopeOfFrameworkDocument, variables },
        { document: ScopeHistoryDocument, variables },
      ]}
      answer={framework && <Answer framework={framework} />}
      actions={framework && <LeaveOut controls={framework.controls} />}
    >
      <Answered result={result}>{(data) => <Scope data={data} />}</Answered>
    </Page>
  );
}

function Answer({ framework: { totalControls, scope } }: { framework: ScopeOfFrameworkQuery['framework'] }) {
  const { t } = useTranslation('scope');
  const format = useFormat();
  const parts = [
    t('answer.inScope', { count: totalControls, inScope: format.number(scope.inScopeControls) }),
    ...(scope.proposals.length > 0 ? [t('answer.proposals', { count: scope.proposals.length })] : []),
  ];
  return parts.join(', ');
}

function Scope({ data: { framework, me } }: { data: ScopeOfFrameworkQuery }) {
  const { t } = useTranslation('scope');
  const may = useMay();
  const { scope, slug } = framework;
  const nameOf = ({ attribute, name }: { attribute: string; name: string }) =>
    // A test of the messages holds that every choice of the content is there; one of a later content says its own name.
    t(`choice.${attribute as 'level'}`, { defaultValue: name });
  const inForce = [...(scope.selection ? [scope.selection] : []), ...scope.decisions];
  return (
    <Stack gap={32}>
      {scope.proposals.length > 0 && (
        <Section title={t('proposals.title')}>
          <DecisionTable label={t('proposals.title')} decisions={scope.proposals} choice={scope.choice} me={me.id} />
        </Section>
      )}
      {scope.choice && (
        <Section title={nameOf(scope.choice)}>
          <SelectionForm
            key={scope.selection?.id ?? 'all'}
            framework={slug}
            label={nameOf(scope.choice)}
            choice={scope.choice}
            controls={framework.controls}
            isWaiting={scope.proposals.some(({ kind }) => kind === 'selection')}
            isReadOnly={!may('proposeScopeSelection')}
          />
        </Section>
      )}
      {scope.sprs && <Sprs sprs={scope.sprs} />}
      {inForce.length > 0 && (
        <Section title={t('inForce.title')}>
          <Text c="dimmed">{t('inForce.explained')}</Text>
          <DecisionTable label={t('inForce.title')} decisions={inForce} choice={scope.choice} me={me.id} />
        </Section>
      )}
      <OutOfScope framework={framework} />
      <Section title={t('approval.title')}>
        <Text>{t('approval.text')}</Text>
      </Section>
      <ScopeHistory framework={slug} choice={scope.choice} />
    </Stack>
  );
}

/** Score of CMMC level 2, with what it lost. */
function Sprs({ sprs }: { sprs: NonNullable<ShownScope['sprs']> }) {
  const { t } = useTranslation('scope');
  const { score, assuredScore, max, lostToFailed, lostToNotAssessed, lostToPartial, hasSecurityPlan } = sprs;
  const { partlyImplemented, lostToPartlyImplemented } = sprs;
  const declared = partlyImplemented.map(({ controlId }) => controlId).join(', ');
  return (
    <Section title={t('sprs.title')}>
      <Facts
        facts={[
          [t('sprs.score'), score === null ? t('sprs.none') : t('sprs.of', { score, max })],
          [
            t('sprs.assured'),
            assuredScore === null ? t('sprs.noneAssured') : t('sprs.of', { score: assuredScore, max }),
          ],
          [t('sprs.failed'), t('sprs.points', { count: lostToFailed })],
          [t('sprs.notAssessed'), t('sprs.points', { count: lostToNotAssessed })],
          ...(declared === ''
            ? []
            : ([
                [t('sprs.inPart'), t('sprs.inPartOf', { count: lostToPartlyImplemented, controls: declared })],
              ] as const)),
          [t('sprs.partial'), t('sprs.points', { count: lostToPartial })],
        ]}
      />
      <Text c="dimmed">{t(hasSecurityPlan ? 'sprs.explained' : 'sprs.noPlan')}</Text>
    </Section>
  );
}
