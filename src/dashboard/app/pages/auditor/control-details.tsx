import './auditor.css';
import { useQuery } from '@apollo/client/react';
import { List, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import type { Band } from '../../parts/band.rules';
import { Sign } from '../../parts/sign';
import { AuditedControlDocument, type AuditedControlQuery } from './auditor.gql';
import { Changes } from './changes';
import { CommentForm } from './comment-form';
import { EvidenceTable } from './files';
import { Part } from './part';
import { failingAssessments, provenMappings, type Proof } from './proof.rules';
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
      <Derivation derivation={derivation} failing={failing} />
      <Assessments assessments={assessments.filter((each) => !failing.includes(each))} />
      <Changes control={control} />
      <EvidenceTable controlId={id} evidence={evidence} />
      <CommentForm control={control} />
    </Stack>
  );
}

/** Signs of what tests say of an element. */
const SIGNS = new Map<string, Band>([
  ['passed', { name: 'passed', glyph: '✓' }],
  ['failed', { name: 'failed', glyph: '✕' }],
  ['held', { name: 'fair', glyph: '◐' }],
]);
const NO_SIGN: Band = { name: 'none', glyph: '' };
/** What an assessment alone shows has no tick. */
const ASSESSED: Band = { name: 'part', glyph: '' };

const SIGN_OF_PROOF = {
  failed: { name: 'failed', glyph: '✕' },
  tests: { name: 'passed', glyph: '✓' },
  assessment: ASSESSED,
  open: NO_SIGN,
} as const satisfies Record<Proof, Band>;

interface DerivationProps {
  derivation: Control['derivation'];
  /** Assessments that fail the control. */
  failing: Control['assessments'];
}

function Derivation({ derivation, failing }: DerivationProps) {
  const { t } = useTranslation('auditor');
  if (derivation === null) return <Text c="dimmed">{t('derivation.none')}</Text>;
  return (
    <Part title={t('derivation.title')}>
      <Stack gap="sm">
        {provenMappings(derivation.mappings, failing).map(({ mapping, proof }) => (
          <div key={mapping.universalControl}>
            <Text fw={600}>
              <Sign {...SIGN_OF_PROOF[proof]} /> {mapping.universalControl} {mapping.title}:{' '}
              <Text span inherit c={proof === 'failed' ? 'var(--mantine-color-error)' : undefined}>
                {t(`proof.${proof}`)}
              </Text>
            </Text>
            <List listStyleType="none" className="auditor-elements">
              {mapping.elements.map((element) => (
                <List.Item key={element.number}>
                  <Asked element={element} isAssessed={proof === 'assessment'} />
                </List.Item>
              ))}
            </List>
          </div>
        ))}
      </Stack>
    </Part>
  );
}

interface AskedProps {
  element: NonNullable<Control['derivation']>['mappings'][number]['elements'][number];
  /** Whether an assessment shows what no test does. */
  isAssessed: boolean;
}

function Asked({ element: { text, state, votes }, isAssessed }: AskedProps) {
  const { t } = useTranslation('auditor');
  const format = useAuditorFormat();
  const isTrusted = isAssessed && state === 'unknown';
  return (
    <>
      <Sign {...(isTrusted ? ASSESSED : (SIGNS.get(state) ?? NO_SIGN))} /> {text}{' '}
      <Text span c="dimmed">
        ({isTrusted ? t('element.assessed') : t(`element.${state}`, { defaultValue: state })})
      </Text>
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
