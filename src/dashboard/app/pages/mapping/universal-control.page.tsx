import { skipToken, useQuery } from '@apollo/client/react';
import { Button, Stack, Text, Title } from '@mantine/core';
import { Navigate, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isId } from '../../parts/absent';
import { Answered } from '../../parts/answered';
import { Facts } from '../../parts/facts';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { Reason } from '../../parts/reason';
import { Status } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import { WithRail } from '../../parts/with-rail';
import { useMay } from '../../api/shell-data';
import { AfterAssessed, useNextInQueue } from './next-in-queue';
import { Assess } from './assess';
import { AssessmentHistory } from './assessment-history';
import { blankBeginning, inForceOf, withArtifact } from './beginning.rules';
import { FailingMapped } from './failing-mapped';
import { LinkedEvidence, NewerVersions } from './linked-evidence';
import { MappedControls } from './mapped-controls';
import {
  AttachedEvidenceDocument,
  UniversalControlDocument,
  UniversalControlOfCodeDocument,
  type UniversalControlQuery,
} from './universal-control.gql';
import './mapping.css';

/** Page of a universal control, by its id as every list links to it, or by its code: `/mapping/universal/UCF-PHY-02`. */
export function UniversalControlPage() {
  const { universalControlId } = useParams({ from: '/frame/mapping/universal/$universalControlId' });
  return isId(universalControlId) ? (
    <UniversalControlOfId id={universalControlId} />
  ) : (
    <UniversalControlOfCode code={universalControlId} />
  );
}

/** Goes on to the address of the universal control with its id. */
function UniversalControlOfCode({ code }: { code: string }) {
  const { t } = useTranslation('mapping');
  const variables = { code };
  const result = useQuery(UniversalControlOfCodeDocument, { variables });
  return (
    <Page
      thing={{ kind: 'universalControl', id: code, result }}
      title={t('universal')}
      asked={[{ document: UniversalControlOfCodeDocument, variables }]}
    >
      <Answered result={result}>
        {({ universalControlByCode: { id } }) => (
          <Navigate
            to="/mapping/universal/$universalControlId"
            params={{ universalControlId: id }}
            search={(search) => search}
            replace
          />
        )}
      </Answered>
    </Page>
  );
}

/** Text, mapped controls, assessments, and a form for users who may assess. */
function UniversalControlOfId({ id }: { id: string }) {
  const { t } = useTranslation(['mapping', 'common']);
  const result = useQuery(UniversalControlDocument, { variables: { id } });
  const universalControl = result.data?.universalControl;
  const standing = inForceOf(result.data?.assessments.nodes ?? []);
  const may = useMay();
  const navigate = useNavigate();
  const { attach, instead, assess, ...from } = useSearch({ from: '/frame/mapping/universal/$universalControlId' });
  const next = useNextInQueue(id, from);
  const attached = useQuery(AttachedEvidenceDocument, attach === undefined ? skipToken : { variables: { id: attach } });
  const [assessing, setAssessing] = useState<string | null>(null);
  const isLinked = assess === true || attach !== undefined;
  const mayAssess = may('createAssessment');
  const isAssessing = mayAssess && (assessing === id || isLinked);
  const goTo = (search: { attach?: string; instead?: string }) =>
    void navigate({ to: '.', params: true, search: { ...from, ...search }, replace: isLinked });
  const close = () => {
    setAssessing(null);
    if (isLinked) goTo({});
  };
  const onAttach = (next: string, before?: string) =>
    goTo({ attach: next, ...(before === undefined ? {} : { instead: before }) });
  const beginningOf = ({ universalControl: { evidence: linked }, assessments }: UniversalControlQuery) => {
    if (attach === undefined) return blankBeginning(linked);
    const artifact = attached.data?.evidence;
    return artifact
      ? withArtifact({ inForce: inForceOf(assessments.nodes), linked, artifact, instead, now: new Date() })
      : null;
  };
  return (
    <Page
      thing={{ kind: 'universalControl', id, result }}
      title={universalControl ? `${universalControl.code} ${universalControl.title}` : t('universal')}
      answer={result.data && <Answer data={result.data} />}
      asked={[{ document: UniversalControlDocument, variables: { id } }]}
      actions={
        mayAssess &&
        !isAssessing && <Button onClick={() => setAssessing(id)}>{t(standing ? 'assess.again' : 'assess.open')}</Button>
      }
      up={
        assess || from.queue ? (
          <TextLink to="/assessments" search={from}>
            {t('common:nav.assessments')}
          </TextLink>
        ) : (
          <TextLink to="/mapping/universal">{t('universal')}</TextLink>
        )
      }
    >
      <Answered result={result}>
        {(data) => (
          <Stack key={id} gap="xl">
            {!isAssessing && standing?.details != null && (
              <Reason text={standing.details} isFailed={standing.status !== 'compliant'} />
            )}
            {!isAssessing && <NewerVersions data={data} onAttach={onAttach} />}
            {attach !== undefined && mayAssess && !attached.data && <Answered result={attached}>{() => null}</Answered>}
            {/* Who judges reads beside the form what it is judged by. */}
            <div className={isAssessing ? 'assess-beside' : ''}>
              <Assess
                universalControlId={id}
                beginning={isAssessing ? beginningOf(data) : null}
                standing={standing}
                beginningKey={attach ?? ''}
                after={from.queue && <AfterAssessed from={from} next={next} />}
                onClose={close}
              />
              <Asked universalControl={data.universalControl} />
            </div>
            {!isAssessing && <LinkedEvidence data={data} onAttach={onAttach} />}
            <MappedControls mappings={data.universalControl.mappings} />
            <AssessmentHistory assessments={data.assessments} />
          </Stack>
        )}
      </Answered>
    </Page>
  );
}

function Answer({ data: { universalControl, assessments } }: { data: UniversalControlQuery }) {
  const { t } = useTranslation('mapping');
  const format = useFormat();
  const [newest] = assessments.nodes;
  const { mappings } = universalControl;
  const withStatus = (status: string) => mappings.filter(({ control }) => control.status === status).length;
  const passed = withStatus('passed');
  const full = mappings.filter(({ control }) => control.assurance?.level === 'full').length;
  const standingOf = (assessment: typeof newest) => {
    if (!assessment) return t('one.unassessed');
    const { assessedBy, createdAt, expiredAssessmentId } = assessment;
    if (expiredAssessmentId !== null) return t('one.expired', { moment: format.dateTime(createdAt) });
    return t('one.inForce', { name: assessedBy.name, date: format.date(createdAt) });
  };
  return (
    <div className="mapping-signs">
      <Status status={newest?.status ?? 'not_assessed'} />
      <span>
        {standingOf(newest)} {passed > 0 && t('one.passing', { full, part: passed - full, count: mappings.length })}
        {passed === 0 && withStatus('failed') < mappings.length && t('one.nonePasses', { count: mappings.length })}
        <FailingMapped universalControl={universalControl} />
      </span>
    </div>
  );
}

/** Requirement of a universal control: what it asks for, how an auditor asks for that, and at the side what would prove it. */
function Asked({ universalControl }: { universalControl: UniversalControlQuery['universalControl'] }) {
  const { t } = useTranslation('mapping');
  const { domain, description, elements, auditQuestion, exampleEvidence } = universalControl;
  const rail = (
    <>
      <Facts
        facts={[
          [
            t('one.domain'),
            <TextLink key="domain" to="/mapping/universal" search={{ domain: domain.code }}>
              {domain.name}
            </TextLink>,
          ],
        ]}
      />
      <div>
        <Text component="h2" size="xs" c="dimmed" mb={4}>
          {t('one.evidence')}
        </Text>
        <ul className="mapping-examples">{listed(exampleEvidence)}</ul>
      </div>
    </>
  );
  return (
    <section className="mapping-asked">
      <WithRail label={t('one.about')} rail={rail}>
        <Text maw={760}>{description}</Text>
        <div>
          <Title order={2}>{t('one.elements')}</Title>
          <ol className="mapping-elements-asked">{listed(elements)}</ol>
        </div>
        <figure className="mapping-question">
          <Text component="figcaption" size="xs" c="dimmed">
            {t('one.question')}
          </Text>
          <blockquote>{auditQuestion}</blockquote>
        </figure>
      </WithRail>
    </section>
  );
}

function listed(texts: readonly string[]) {
  return texts.map((text) => <li key={text}>{text}</li>);
}
