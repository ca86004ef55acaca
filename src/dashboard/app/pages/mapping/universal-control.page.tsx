import { useQuery } from '@apollo/client/react';
import { Button, Stack, Text, Title } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { Status } from '../../parts/status';
import { TextLink } from '../../parts/text-link';
import { useMay } from '../../api/shell-data';
import { Assess } from './assess';
import { AssessmentHistory } from './assessment-history';
import { MappedControls } from './mapped-controls';
import { UniversalControlDocument, type UniversalControlQuery } from './universal-control.gql';
import './mapping.css';

/** Page of a universal control: text, mapped controls, assessments, and a form for users who may assess. */
export function UniversalControlPage() {
  const { t } = useTranslation('mapping');
  const { universalControlId: id } = useParams({ from: '/frame/mapping/universal/$universalControlId' });
  const result = useQuery(UniversalControlDocument, { variables: { id } });
  const universalControl = result.data?.universalControl;
  const may = useMay();
  const [assessing, setAssessing] = useState<string | null>(null);
  const isAssessing = assessing === id;
  return (
    <Page
      title={universalControl ? `${universalControl.code} ${universalControl.title}` : t('universal')}
      answer={result.data && <Answer data={result.data} />}
      asked={[{ document: UniversalControlDocument, variables: { id } }]}
      actions={
        may('createAssessment') && !isAssessing && <Button onClick={() => setAssessing(id)}>{t('assess.open')}</Button>
      }
      up={<TextLink to="/mapping/universal">{t('matrix.all')}</TextLink>}
    >
      <Answered result={result}>
        {(data) => (
          <Stack key={id} gap="xl">
            <Assess universalControlId={id} isOpen={isAssessing} onClose={() => setAssessing(null)} />
            <Asked universalControl={data.universalControl} />
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
  const passed = mappings.filter(({ control }) => control.status === 'passed').length;
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
        {standingOf(newest)} {t('one.passing', { passed, full, count: mappings.length })}
      </span>
    </div>
  );
}

/** Requirement of a universal control. */
function Asked({ universalControl }: { universalControl: UniversalControlQuery['universalControl'] }) {
  const { t } = useTranslation('mapping');
  const { domain, description, elements, auditQuestion, exampleEvidence } = universalControl;
  return (
    <section className="mapping-asked">
      <div>
        <Text mb="sm">{description}</Text>
        <Text c="dimmed">
          {t('one.domain')}:{' '}
          <TextLink to="/mapping/universal" search={{ domain: domain.code }}>
            {domain.name}
          </TextLink>
        </Text>
      </div>
      <div>
        <Title order={2}>{t('one.elements')}</Title>
        <ol className="mapping-examples">
          {elements.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ol>
      </div>
      <div>
        <Title order={2}>{t('one.question')}</Title>
        <Text>{auditQuestion}</Text>
      </div>
      <div>
        <Title order={2}>{t('one.evidence')}</Title>
        <ul className="mapping-examples">
          {exampleEvidence.map((each) => (
            <li key={each}>{each}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}
