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
import { ClaimDomain, DomainCard, FirstDomain } from './email-domains';
import { SingleSignOnDocument, type SingleSignOnQuery } from './single-sign-on.gql';
import { isAboutConnection, nextStep, STEPS, stepsOf, type Step } from './steps.rules';

/** Page of single sign-on: the way to it step by step, the present one with what it needs; below, what is set up already. */
export function SingleSignOnPage() {
  const { t } = useTranslation(['single-sign-on', 'common']);
  const result = useQuery(SingleSignOnDocument);
  return (
    <Page
      column="settings"
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
        {(data) => {
          const step = nextStep(data);
          return (
            <Stack gap={32}>
              <Steps data={data} />
              {step !== 'domain' && <Domains data={data} />}
              {!isAboutConnection(step) && <Connections data={data} />}
            </Stack>
          );
        }}
      </Answered>
    </Page>
  );
}

interface DataProps {
  data: SingleSignOnQuery;
}

function Answer({ data }: DataProps) {
  const { t } = useTranslation('single-sign-on');
  const active = data.identityConnections.find(({ status }) => status === 'active');
  if (!active) return t('answer.none');
  return t(active.isEnforced ? 'answer.enforced' : 'answer.active', { name: active.name });
}

/** The way from nothing to enforced single sign-on: what is done, the step that is next with what it needs, and what waits for it. */
function Steps({ data }: DataProps) {
  const { t } = useTranslation('single-sign-on');
  const next = nextStep(data);
  return (
    <ol className="sign-on-steps" aria-label={t('steps.title')}>
      {STEPS.map((step, index) => {
        const state = stateOf(step, data);
        return (
          <li key={step} data-state={state} aria-current={step === next ? 'step' : undefined}>
            <Stack gap="md" miw={0}>
              <div className="sign-on-head">
                <span>{t(`steps.${step}`)}</span>
                {state !== 'open' && (
                  <Text span c="dimmed">
                    {t(`steps.state.${state}`, { number: index })}
                  </Text>
                )}
              </div>
              {state === 'open' && (
                <>
                  <Text c="dimmed">{t(`steps.about.${step}`)}</Text>
                  <Open step={step} data={data} />
                </>
              )}
            </Stack>
          </li>
        );
      })}
    </ol>
  );
}

/** A connection may be made while the record of the domain spreads, which takes hours; the other steps wait for the one before. */
function stateOf(step: Step, data: DataProps['data']): 'done' | 'open' | 'locked' {
  if (stepsOf(data)[step]) return 'done';
  const next = nextStep(data);
  const isMeanwhile = step === 'connection' && next === 'domain' && data.emailDomains.length > 0;
  return step === next || isMeanwhile ? 'open' : 'locked';
}

/** What the next step needs, in its place. */
function Open({ step, data: { emailDomains, identityConnections } }: DataProps & { step: Step }) {
  const may = useMay();
  if (step === 'domain') {
    return (
      <>
        {emailDomains.map((domain) => (
          <DomainCard key={domain.id} domain={domain} />
        ))}
        {may('claimEmailDomain') && (emailDomains.length === 0 ? <FirstDomain /> : <ClaimDomain />)}
      </>
    );
  }
  if (step === 'connection') return may('createIdentityConnection') && <NewConnection isFirst />;
  return identityConnections.map((connection) => <ConnectionCard key={connection.id} connection={connection} />);
}

/** Domains that are claimed, where they are not the next step. */
function Domains({ data: { emailDomains } }: DataProps) {
  const { t } = useTranslation('single-sign-on');
  const may = useMay();
  if (emailDomains.length === 0) return null;
  return (
    <Section title={t('domains.title')} actions={may('claimEmailDomain') && <ClaimDomain />}>
      <Text c="dimmed">{t('domains.explanation')}</Text>
      {emailDomains.map((domain) => (
        <DomainCard key={domain.id} domain={domain} />
      ))}
    </Section>
  );
}

/** Connections, where they are not the next step. */
function Connections({ data: { identityConnections } }: DataProps) {
  const { t } = useTranslation('single-sign-on');
  const may = useMay();
  if (identityConnections.length === 0) return null;
  return (
    <Section
      title={t('connections.title')}
      actions={may('createIdentityConnection') && <NewConnection isFirst={false} />}
    >
      <Text c="dimmed">{t('connections.explanation')}</Text>
      {identityConnections.map((connection) => (
        <ConnectionCard key={connection.id} connection={connection} />
      ))}
    </Section>
  );
}
