import { useQuery } from '@apollo/client/react';
import { List, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered } from '../../parts/answered';
import { Status } from '../../parts/status';
import { AuditedControlDocument, type AuditedControlQuery } from './auditor.gql';
import { CommentForm } from './comment-form';
import { EvidenceTable } from './files';
import { useAuditorFormat } from './use-auditor-format';

type Details = AuditedControlQuery['auditedControl'];

/** What is behind the status of a control: elements with what integrations say, assessments, changes, evidence. */
export function ControlDetails({ id }: { id: string }) {
  const result = useQuery(AuditedControlDocument, { variables: { id } });
  return (
    <Answered result={result}>
      {({ auditedControl }) => (
        <Stack gap="lg" p="sm">
          <Text>{auditedControl.description}</Text>
          <Derivation derivation={auditedControl.derivation} />
          <Assessments assessments={auditedControl.assessments} />
          <Changes changes={auditedControl.changes} />
          <EvidenceTable controlId={auditedControl.id} evidence={auditedControl.evidence} />
          <CommentForm control={auditedControl} />
        </Stack>
      )}
    </Answered>
  );
}

/** Signs of what tests say of an element. */
const SIGNS = new Map([
  ['passed', '✓'],
  ['failed', '✕'],
  ['held', '◐'],
]);

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <Title order={3} size="h4" mb="xs">
        {title}
      </Title>
      {children}
    </div>
  );
}

function Derivation({ derivation }: { derivation: Details['derivation'] }) {
  const { t } = useTranslation('auditor');
  const format = useAuditorFormat();
  if (derivation === null) return <Text c="dimmed">{t('derivation.none')}</Text>;
  return (
    <Part title={t('derivation.title')}>
      <Stack gap="sm">
        {derivation.mappings.map(({ universalControl, title, state: mappingState, elements }) => (
          <div key={universalControl}>
            <Text fw={600}>
              {universalControl} {title}:{' '}
              <Text span inherit c={mappingState === 'contradicted' ? 'var(--mantine-color-error)' : undefined}>
                {t(`mapping.${mappingState}`, { defaultValue: mappingState })}
              </Text>
            </Text>
            <List listStyleType="none" withPadding>
              {elements.map(({ number, text, state, votes }) => (
                <List.Item key={number}>
                  <span aria-hidden="true">{SIGNS.get(state) ?? '○'}</span> {text}{' '}
                  <Text span c="dimmed">
                    ({t(`element.${state}`, { defaultValue: state })})
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
                </List.Item>
              ))}
            </List>
          </div>
        ))}
      </Stack>
    </Part>
  );
}

function Assessments({ assessments }: { assessments: Details['assessments'] }) {
  const { t } = useTranslation('auditor');
  const format = useAuditorFormat();
  if (assessments.length === 0) return null;
  return (
    <Part title={t('assessments.title')}>
      <List>
        {assessments.map(({ universalControl, verdict, note, assessedBy, at }) => (
          <List.Item key={`${universalControl} ${at}`}>
            {universalControl}: {t(`verdict.${verdict}`, { defaultValue: verdict })} · {assessedBy ?? t('somebody')} ·{' '}
            {format.dateTime(at)}
            {note !== null && <Text style={{ whiteSpace: 'pre-wrap' }}>{note}</Text>}
          </List.Item>
        ))}
      </List>
    </Part>
  );
}

function Changes({ changes }: { changes: Details['changes'] }) {
  const { t } = useTranslation('auditor');
  const format = useAuditorFormat();
  return (
    <Part title={t('changes.title')}>
      {changes.length === 0 && <Text c="dimmed">{t('changes.none')}</Text>}
      <Stack gap="xs">
        {changes.map(({ previousStatus, status, changedAt }) => (
          <Text key={changedAt} component="div">
            {format.dateTime(changedAt)}: <Status status={previousStatus} /> → <Status status={status} />
          </Text>
        ))}
      </Stack>
    </Part>
  );
}
