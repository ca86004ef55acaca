import './auditor.css';
import { useQuery } from '@apollo/client/react';
import { List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { ProofSource } from '../../parts/proof-source';
import { BAND_OF_STANDING, elementProof, groundsOf } from '../../parts/proof.rules';
import { Sign } from '../../parts/sign';
import { AuditedControlDocument, type AuditedControlQuery } from './auditor.gql';
import { Changes } from './changes';
import { CommentForm } from './comment-form';
import { EvidenceTable } from './files';
import { Part } from './part';
import { failingAssessments, provenMappings, STANDING_OF_PROOF } from './proof.rules';
import { useAuditorFormat } from './use-auditor-format';

type Control = AuditedControlQuery['auditedControl'];

/** What is behind the status of a control: elements with what integrations say, assessments, changes, evidence. */
export function ControlDetails({ id }: { id: string }) {
  const result = useQuery(AuditedControlDocument, { variables: { id } });
  return <Answered result={result}>{({ auditedControl }) => <Details control={auditedControl} />}</Answered>;
}

function Details({ control }: { control: Control }) {
  const { id, description, status, derivation, assessments, evidence } = control;
  // Of a period that is over it is not stored what failed it: what is in force now may be another.
  const failing = derivation === null ? [] : failingAssessments(status, assessments);
  return (
    <Stack gap="lg" p="sm">
      {failing.map((assessment) => (
        <div key={assessment.universalControl} className="auditor-reason">
          <Judged assessment={assessment} />
        </div>
      ))}
      <Text>{description}</Text>
      <Derivation derivation={derivation} known={{ assessments, failing }} />
      <Assessments assessments={assessments.filter((each) => !failing.includes(each))} />
      <Changes control={control} />
      <EvidenceTable controlId={id} evidence={evidence} />
      <CommentForm control={control} />
    </Stack>
  );
}

interface DerivationProps {
  derivation: Control['derivation'];
  /** Assessments in force, and those of them that fail the control. */
  known: { assessments: Control['assessments']; failing: Control['assessments'] };
}

function Derivation({ derivation, known }: DerivationProps) {
  const { t } = useTranslation('auditor');
  if (derivation === null) return <Text c="dimmed">{t('derivation.none')}</Text>;
  return (
    <Part title={t('derivation.title')}>
      <Stack gap="sm">
        {provenMappings(derivation.mappings, known).map(({ mapping, proof, assessment }) => (
          <div key={mapping.universalControl}>
            <Text fw={600}>
              <Sign {...BAND_OF_STANDING[STANDING_OF_PROOF[proof]]} /> {mapping.universalControl} {mapping.title}:{' '}
              <Text span inherit c={proof === 'failed' ? 'var(--mantine-color-error)' : undefined}>
                {t(`proof.${proof}`)}
              </Text>
            </Text>
            <List listStyleType="none" className="auditor-elements">
              {mapping.elements.map((element) => (
                <List.Item key={element.number}>
                  <Asked element={element} mapping={mapping} assessment={assessment} />
                </List.Item>
              ))}
            </List>
          </div>
        ))}
      </Stack>
    </Part>
  );
}

type AuditedMapping = NonNullable<Control['derivation']>['mappings'][number];

interface AskedProps {
  element: AuditedMapping['elements'][number];
  mapping: AuditedMapping;
  /** Of its universal control. */
  assessment: Control['assessments'][number] | null;
}

function Asked({ element: { text, state, votes }, mapping, assessment }: AskedProps) {
  const { t } = useTranslation('auditor');
  const format = useAuditorFormat();
  const { standing, source } = elementProof(state, mapping);
  const isOpen = source === null || state === 'held';
  return (
    <>
      <Sign {...BAND_OF_STANDING[standing]} /> {text}{' '}
      {source !== null && (
        <ProofSource source={source} grounds={assessment && groundsOf(assessment.note, assessment.files)} />
      )}
      {isOpen && (
        <Text span c="dimmed">
          {' '}
          ({t(`element.${state}`, { defaultValue: state })})
        </Text>
      )}
      {votes.length > 0 && (
        <Text size="sm" c="dimmed">
          {votes
            .map(({ integrationName, result, evaluatedAt }) =>
              t('derivation.vote', {
                integration: integrationName,
                result: t(`vote.${result}`, { defaultValue: result }),
                when: format.dateTime(evaluatedAt),
              }),
            )
            .join('; ')}
        </Text>
      )}
    </>
  );
}

function Assessments({ assessments }: { assessments: Control['assessments'] }) {
  const { t } = useTranslation('auditor');
  if (assessments.length === 0) return null;
  return (
    <Part title={t('assessments.title')}>
      <List>
        {assessments.map((assessment) => (
          <List.Item key={`${assessment.universalControl} ${assessment.at}`}>
            <Judged assessment={assessment} />
          </List.Item>
        ))}
      </List>
    </Part>
  );
}

/** What somebody judged, and why. */
function Judged({ assessment }: { assessment: Control['assessments'][number] }) {
  const { t } = useTranslation('auditor');
  const format = useAuditorFormat();
  const { universalControl, verdict, note, assessedBy, at } = assessment;
  return (
    <>
      {universalControl}: {t(`verdict.${verdict}`, { defaultValue: verdict })} · {assessedBy ?? t('somebody')} ·{' '}
      {format.dateTime(at)}
      {note !== null && <Text style={{ whiteSpace: 'pre-wrap' }}>{note}</Text>}
    </>
  );
}
