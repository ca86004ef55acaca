import { skipToken, useQuery } from '@apollo/client/react';
import { Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { ButtonLink } from '../../parts/button-link';
import { ControlLink } from '../../parts/control-link';
import { DocumentationList } from '../../parts/documentation-list';
import { useFormat } from '../../parts/format';
import { StepList } from '../../parts/remediation-steps';
import { TextLink } from '../../parts/text-link';
import { useTargets } from '../../parts/use-targets';
import { Assign } from '../../parts/work-items/assign';
import { WorkAbout } from '../../parts/work-items/work-about';
import type { Fix } from './fix-table';
import { CriteriaDocument } from './remediation.gql';
import { controlsByFramework, subjectOfFix } from './remediation.rules';

/** How to do a fix, beside the controls that it brings forward; at the end what can be done at once. */
export function FixDetail({ fix }: { fix: Fix }) {
  const { t } = useTranslation('remediation');
  return (
    <div className="fix-detail">
      <div className="fix-columns">
        <Stack gap="md" miw={0}>
          {fix.source === 'check' ? <Repair fix={fix} /> : <Judgement fix={fix} />}
        </Stack>
        <Stack gap="md" miw={0}>
          <Controls title={t('passes')} frameworks={fix.frameworks} controls={fix.passes} />
          <Controls title={t('helps')} frameworks={fix.frameworks} controls={fix.helps} />
          {fix.source === 'check' && <UniversalControls fix={fix} />}
        </Stack>
      </div>
      {fix.source === 'check' ? (
        <WorkAbout subject={{ checkId: fix.id }} title={fix.fault} />
      ) : (
        <JudgementActions fix={fix} />
      )}
    </div>
  );
}

function Repair({ fix }: { fix: Fix }) {
  const { t } = useTranslation(['remediation', 'common']);
  const { steps, documentation } = fix.remediation;
  const targets = useTargets(fix.id);
  return (
    <>
      <Part title={t('steps')}>
        <StepList steps={steps} targets={targets} />
      </Part>
      {documentation.length > 0 && (
        <Part title={t('common:remediation.references')}>
          <DocumentationList documentation={documentation} />
        </Part>
      )}
    </>
  );
}

/** Why a universal control was not found met, what it asks for, and what would prove it. */
function Judgement({ fix: { assessment, universalControls, remediation } }: { fix: Fix }) {
  const { t } = useTranslation('remediation');
  const format = useFormat();
  const id = universalControls[0]?.id;
  const { data } = useQuery(CriteriaDocument, id === undefined ? skipToken : { variables: { id } });
  const criteria = data?.universalControl;
  return (
    <>
      {assessment && (
        <Part title={t('why')}>
          <Text>{assessment.details ?? t('noNote')}</Text>
          <Text size="xs" c="dimmed">
            {t('judgedBy', { name: assessment.assessedBy.name, date: format.date(assessment.createdAt) })}
          </Text>
        </Part>
      )}
      <Part title={t('question')}>
        {remediation.steps.map(({ order, instruction }) => (
          <Text key={order}>{instruction}</Text>
        ))}
      </Part>
      {criteria && <Texts title={t('plan.asksFor')} texts={criteria.elements} />}
      {criteria && <Texts title={t('plan.proof')} texts={criteria.exampleEvidence} />}
    </>
  );
}

function Texts({ title, texts }: { title: string; texts: readonly string[] }) {
  return (
    <Part title={title}>
      <ul className="fix-step">
        {texts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </Part>
  );
}

function JudgementActions({ fix }: { fix: Fix }) {
  const { t } = useTranslation('remediation');
  const may = useMay();
  const [universalControl] = fix.universalControls;
  const subject = subjectOfFix(fix);
  return (
    <Group gap="sm">
      {universalControl && may('createAssessment') && (
        <ButtonLink
          to="/mapping/universal/$universalControlId"
          params={{ universalControlId: universalControl.id }}
          search={{ assess: true }}
        >
          {t('assess', { code: universalControl.code })}
        </ButtonLink>
      )}
      {subject && <Assign subject={subject} title={fix.fault} />}
    </Group>
  );
}

function UniversalControls({ fix: { universalControls } }: { fix: Fix }) {
  const { t } = useTranslation('remediation');
  if (universalControls.length === 0) return null;
  return (
    <Part title={t('universal')}>
      {universalControls.map(({ id, code, title }) => (
        <div key={id}>
          <TextLink
            to="/mapping/universal/$universalControlId"
            params={{ universalControlId: id }}
            style={{ whiteSpace: 'nowrap' }}
          >
            {code}
          </TextLink>{' '}
          {title}
        </div>
      ))}
    </Part>
  );
}

interface ControlsProps {
  title: string;
  frameworks: readonly string[];
  controls: Fix['helps'];
}

/** Controls by framework; nothing where there are none. */
function Controls({ title, frameworks, controls }: ControlsProps) {
  if (controls.length === 0) return null;
  return (
    <Part title={title}>
      <dl className="fix-controls">
        {controlsByFramework(frameworks, controls).map((each) => (
          <div key={each.framework}>
            <dt>{each.framework}</dt>
            {each.controls.map((control) => (
              <dd key={control.id}>
                <ControlLink control={control} framework={control.framework.slug} />
              </dd>
            ))}
          </div>
        ))}
      </dl>
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="xs">
      <Title order={3}>{title}</Title>
      {children}
    </Stack>
  );
}
