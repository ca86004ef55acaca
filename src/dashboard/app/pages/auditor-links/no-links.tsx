import './auditor-links.css';
import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Section } from '../../parts/section';

const STEPS = ['make', 'send', 'answer'] as const;
const SEEN = ['controls', 'reasons', 'evidence', 'decisions', 'reports'] as const;
const UNSEEN = ['others', 'changes', 'after'] as const;

/** What a link is for, in place of an empty list: how it goes, and what the auditor sees. */
export function NoLinks() {
  const { t } = useTranslation('auditor-links');
  return (
    <Stack gap={32} maw={1080}>
      <Section title={t('none.title')}>
        <ol className="audit-steps">
          {STEPS.map((step) => (
            <li key={step}>
              <Text fw={500}>{t(`none.step.${step}`)}</Text>
              <Text c="dimmed">{t(`none.about.${step}`)}</Text>
            </li>
          ))}
        </ol>
      </Section>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={32}>
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
      </SimpleGrid>
    </Stack>
  );
}
