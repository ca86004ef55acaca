import { SimpleGrid, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { ControlLink } from '../../parts/control-link';
import { DocumentationList } from '../../parts/documentation-list';
import { StepList } from '../../parts/remediation-steps';
import { TextLink } from '../../parts/text-link';
import { useTargets } from '../../parts/use-targets';
import { WorkAbout } from '../../parts/work-items/work-about';
import type { Fix } from './fix-table';
import { controlsByFramework } from './remediation.rules';

/** Remediation steps of a fix, and the controls that it repairs. */
export function FixDetail({ fix }: { fix: Fix }) {
  const { t } = useTranslation(['remediation', 'common']);
  const { steps, documentation } = fix.remediation;
  const targets = useTargets(fix.source === 'check' ? fix.id : null);
  return (
    <div className="fix-detail">
      <SimpleGrid cols={{ base: 1, lg: 2 }} spacing="xl" py="sm">
        <Stack gap="md" miw={0}>
          <Part title={t('steps')}>
            <StepList steps={steps} targets={targets} />
          </Part>
          {documentation.length > 0 && (
            <Part title={t('common:remediation.references')}>
              <DocumentationList documentation={documentation} />
            </Part>
          )}
        </Stack>
        <Stack gap="md" miw={0}>
          {fix.source === 'check' && <WorkAbout subject={{ checkId: fix.id }} title={fix.fault} />}
          <Controls title={t('passes')} frameworks={fix.frameworks} controls={fix.passes} />
          <Controls title={t('helps')} frameworks={fix.frameworks} controls={fix.helps} />
          {fix.universalControls.length > 0 && (
            <Part title={t('universal')}>
              {fix.universalControls.map(({ id, code, title }) => (
                <div key={id}>
                  <TextLink to="/mapping/universal/$universalControlId" params={{ universalControlId: id }}>
                    {code}
                  </TextLink>{' '}
                  {title}
                </div>
              ))}
            </Part>
          )}
        </Stack>
      </SimpleGrid>
    </div>
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
      {controlsByFramework(frameworks, controls).map((each) => (
        <div key={each.framework}>
          <Text size="xs" c="dimmed">
            {each.framework}
          </Text>
          {each.controls.map((control) => (
            <div key={control.id}>
              <ControlLink control={control} framework={control.framework.slug} />
            </div>
          ))}
        </div>
      ))}
    </Part>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack component="section" gap="xs">
      <Title order={2} size="h3">
        {title}
      </Title>
      {children}
    </Stack>
  );
}
