import './sign-on-steps.css';
import { useQuery } from '@apollo/client/react';
import { Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { Answered } from '../../parts/answered';
import { Page } from '../../parts/page';
import { Section } from '../../parts/section';
import { TextLink } from '../../parts/text-link';
import { ConnectionCard } from './connection-card';
import { NewConnection } from './connection-dialog';
import { ClaimDomain, DomainCard } from './email-domains';
import { SingleSignOnDocument, type SingleSignOnQuery } from './single-sign-on.gql';
import { STEPS, stepsOf } from './steps.rules';

/** Page of single sign-on: claimed domains, connections to identity providers, and how far the organization has come. */
export function SingleSignOnPage() {
  const { t } = useTranslation(['single-sign-on', 'common']);
  const result = useQuery(SingleSignOnDocument);
  return (
    <Page
      title={t('title')}
      up={
        <TextLink to="/settings" search={{ part: 'connections' }}>
          {t('back')}
        </TextLink>
      }
      answer={result.data && <Answer data={result.data} />}
      asked={[{ document: SingleSignOnDocument }]}
    >
      <Answered result={result}>
        {(data) => (
          <Stack gap={32} maw={760}>
            <Steps data={data} />
            {data.emailDomains.length > 0 && (
              <Section title={t('domains.title')}>
                <Text c="dimmed">{t('domains.explanation')}</Text>
                {data.emailDomains.map((domain) => (
                  <DomainCard key={domain.id} domain={domain} />
                ))}
              </Section>
            )}
            {data.identityConnections.length > 0 && (
              <Section title={t('connections.title')}>
                <Text c="dimmed">{t('connections.explanation')}</Text>
                {data.identityConnections.map((connection) => (
                  <ConnectionCard key={connection.id} connection={connection} />
                ))}
              </Section>
            )}
          </Stack>
        )}
      </Answered>
    </Page>
  );
}

function Answer({ data }: { data: SingleSignOnQuery }) {
  const { t } = useTranslation('single-sign-on');
  const active = data.identityConnections.find(({ status }) => status === 'active');
  if (!active) return t('answer.none');
  return t(active.isEnforced ? 'answer.enforced' : 'answer.active', { name: active.name });
}

/** The way from nothing to enforced single sign-on, each step done or open, the first two with their buttons. */
function Steps({ data }: { data: SingleSignOnQuery }) {
  const { t } = useTranslation('single-sign-on');
  const may = useMay();
  const done = stepsOf(data);
  const next = STEPS.find((step) => !done[step]);
  return (
    <ol className="sign-on-steps" aria-label={t('steps.title')}>
      {STEPS.map((step) => (
        <li key={step} data-done={done[step]} aria-current={step === next ? 'step' : undefined}>
          <span>{t(`steps.${step}`)}</span>
          {done[step] && (
            <Text span c="dimmed">
              {t('steps.done')}
            </Text>
          )}
          {step === 'domain' && may('claimEmailDomain') && <ClaimDomain isNext={step === next} />}
          {step === 'connection' && may('createIdentityConnection') && <NewConnection isNext={step === next} />}
        </li>
      ))}
    </ol>
  );
}
