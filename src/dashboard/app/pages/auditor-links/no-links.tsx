import './auditor-links.css';
import { Stack, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../parts/section';
import { Starter, Starters } from '../../parts/starters';

const STEPS = ['make', 'send', 'answer'] as const;
const SEEN = ['controls', 'reasons', 'evidence', 'decisions', 'reports'] as const;
const UNSEEN = ['others', 'changes', 'after'] as const;

/** What a link is for, in place of an empty list: how it goes, and what the auditor sees. */
export function NoLinks() {
  const { t } = useTranslation('auditor-links');
  return (
    <Stack gap={32}>
      <Section title={t('none.title')}>
        <Starters label={t('none.title')} isOrdered>
          {STEPS.map((step, index) => (
            <Starter key={step} sign={index + 1} name={t(`none.step.${step}`)} hint={t(`none.about.${step}`)} />
          ))}
        </Starters>
      </Section>
      <div className="audit-sides">
        <div>
          <Title order={3}>{t('none.sees')}</Title>
          <ul className="audit-shows">
            {SEEN.map((each) => (
              <li key={each}>{t(`none.seen.${each}`)}</li>
            ))}
          </ul>
        </div>
        <div>
          <Title order={3}>{t('none.seesNot')}</Title>
          <ul className="audit-shows">
            {UNSEEN.map((each) => (
              <li key={each}>{t(`none.unseen.${each}`)}</li>
            ))}
          </ul>
        </div>
      </div>
    </Stack>
  );
}
