import './checks.css';
import { Code, Text } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { useMay } from '../../api/shell-data';
import { ButtonLink } from '../../parts/button-link';
import { Section } from '../../parts/section';
import { Starter, Starters } from '../../parts/starters';
import { TextLink } from '../../parts/text-link';
import { useTypeName } from '../../parts/type-name';
import { NEW_CHECK, type CheckValues } from './check-form.rules';
import { EXAMPLES, type Example } from './new-check-search';

/** What the examples look at, a resource by which each says what fails, and its value there: of no organization, so that no result is claimed. */
const LOGIC = {
  versions: {
    resourceType: 'AwsS3Bucket',
    passes: 'resource.versioning == "Enabled"',
    braces: { name: '{name}', value: '{resource.versioning}' },
    failing: { name: 'example-bucket', value: 'Suspended' },
  },
  owners: {
    resourceType: 'AwsEc2Volume',
    passes: '"owner" in resource.tags',
    braces: { name: '{name}', value: '' },
    failing: { name: 'example-volume', value: '' },
  },
  visibility: {
    resourceType: 'GitHubRepository',
    passes: 'resource.visibility != "public"',
    braces: { name: '{name}', value: '{resource.visibility}' },
    failing: { name: 'example-repository', value: 'public' },
  },
} as const satisfies Record<Example, object>;

/** Checks to begin with: complete but for the universal controls, which only their author can choose. */
export function useExamples(): (example: Example) => CheckValues {
  const { t } = useTranslation('checks');
  return (example) => {
    const { resourceType, passes, braces } = LOGIC[example];
    return {
      ...NEW_CHECK,
      resourceType,
      passes,
      title: t(`example.${example}.check`),
      saysPass: t(`example.${example}.saysPass`, braces),
      saysFail: t(`example.${example}.saysFail`, braces),
      description: t(`example.${example}.description`),
      rationale: t(`example.${example}.rationale`),
    };
  };
}

/** The examples with what each is made of: statement, expression, and what it says of a resource that fails. */
export function ExampleChecks() {
  const { t } = useTranslation('checks');
  return (
    <Section title={t('example.label')}>
      <Starters label={t('example.label')}>
        {EXAMPLES.map((example) => (
          <ExampleRow key={example} example={example} />
        ))}
      </Starters>
    </Section>
  );
}

/** Ways to begin with an example, in one line. */
export function BeginWithExample() {
  const { t } = useTranslation('checks');
  const exampleOf = useExamples();
  return (
    <Text>
      {t('example.begin')}{' '}
      {EXAMPLES.map((example, index) => (
        <Fragment key={example}>
          {index > 0 && ' · '}
          <TextLink to="/checks/new" search={{ example }} inherit>
            {exampleOf(example).title}
          </TextLink>
        </Fragment>
      ))}
    </Text>
  );
}

function ExampleRow({ example }: { example: Example }) {
  const { t } = useTranslation('checks');
  const typeName = useTypeName();
  const may = useMay();
  const { title, resourceType, passes } = useExamples()(example);
  const says = t(`example.${example}.saysFail`, LOGIC[example].failing);
  return (
    <Starter
      name={title}
      hint={typeName(resourceType)}
      action={
        may('createCustomCheck') && (
          <ButtonLink
            variant="default"
            size="xs"
            to="/checks/new"
            search={{ example }}
            aria-label={t('example.useOf', { title })}
          >
            {t('example.use')}
          </ButtonLink>
        )
      }
    >
      <div className="example-logic">
        <Code>{passes}</Code>
        <Text size="sm" c="dimmed">
          {t('example.fails', { says })}
        </Text>
      </div>
    </Starter>
  );
}
