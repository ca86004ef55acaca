import { useQuery } from '@apollo/client/react';
import { Group, Stack, Text } from '@mantine/core';
import { getRouteApi, Navigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isId, type Thing } from '../../parts/absent';
import { Answered } from '../../parts/answered';
import { Contents } from '../../parts/contents';
import { Page } from '../../parts/page';
import { RemediationSteps } from '../../parts/remediation-steps';
import { openedFailingControl, useRemembered } from '../../parts/remembered';
import { TextLink } from '../../parts/text-link';
import { useShell } from '../../api/shell-data';
import { ControlOfCodeDocument, ControlPageDocument, type ControlPageQuery } from './control.gql';
import { ControlActions } from './control-actions';
import { ControlFacts } from './control-facts';
import { ControlText } from './control-text';
import { ControlWork } from './control-work';
import { ControlDerivation } from './derivation';
import { FailingResources } from './failing-resources';
import { MappedControls } from './mapped-controls';
import { PhoneFold } from './phone-fold';
import { Repairs } from './repairs';
import { Timeline } from './timeline';
import { useFailing } from './use-failing';
import { WhyLine } from './why-line';

const route = getRouteApi('/frame/controls/$framework/$controlId');

/** Interval after which file links are renewed; they expire after 15 minutes. */
const RENEW_LINKS_MS = 10 * 60_000;

export type ShownControl = ControlPageQuery['control'];

/** Page of a control, by its id as every list links to it, or by its code in the framework: `/controls/soc2/CC6.6`. */
export function ControlPage() {
  const { framework, controlId } = route.useParams();
  return isId(controlId) ? <ControlOfId id={controlId} /> : <ControlOfCode framework={framework} code={controlId} />;
}

/** What the page is about; without it the controls of the framework in the address, where that is one. */
function useControlThing(id: string, result: { error?: unknown }): Thing {
  const { t } = useTranslation('common');
  const { framework: slug } = route.useParams();
  const framework = useShell().frameworks.find((each) => each.slug === slug);
  const list = framework && (
    <TextLink to="/controls/$framework" params={{ framework: slug }}>
      {t('absent.control.listOf', { framework: framework.name })}
    </TextLink>
  );
  return { kind: 'control', id, result, list };
}

/** Goes on to the address of the control with its id. */
function ControlOfCode(variables: { framework: string; code: string }) {
  const { t } = useTranslation('controls');
  const result = useQuery(ControlOfCodeDocument, { variables });
  return (
    <Page
      thing={useControlThing(variables.code, result)}
      title={t('control.name')}
      asked={[{ document: ControlOfCodeDocument, variables }]}
    >
      <Answered result={result}>
        {({ controlByCode: { id, framework } }) => (
          <Navigate
            to="/controls/$framework/$controlId"
            params={{ framework: framework.slug, controlId: id }}
            replace
          />
        )}
      </Answered>
    </Page>
  );
}

/** Status with its reason, remediation, mapped controls, history. */
function ControlOfId({ id }: { id: string }) {
  const { t } = useTranslation('controls');
  const variables = { id };
  const result = useQuery(ControlPageDocument, { variables, pollInterval: RENEW_LINKS_MS });
  const control = result.data?.control;
  const isFailing = control?.status === 'failed';
  const { organization } = useShell();
  const [, rememberOpened] = useRemembered(openedFailingControl(organization.tenantId));
  useEffect(() => {
    if (isFailing) rememberOpened();
  }, [isFailing, rememberOpened]);
  return (
    <Page
      thing={useControlThing(id, result)}
      title={control ? `${control.controlId} ${control.title}` : t('control.name')}
      up={
        control && (
          <TextLink to="/controls/$framework" params={{ framework: control.framework.slug }}>
            {t('controlsOf', { framework: control.framework.name })}
          </TextLink>
        )
      }
      asked={[{ document: ControlPageDocument, variables }]}
      answer={control && <WhyLine control={control} />}
      actions={
        control && (
          <Group gap="sm">
            <ControlActions control={control} />
          </Group>
        )
      }
    >
      <Answered result={result}>{(data) => <Sections data={data} />}</Answered>
    </Page>
  );
}

function Sections({ data: { control, proposals } }: { data: ControlPageQuery }) {
  const { t } = useTranslation('controls');
  const [asOf, setAsOf] = useState<string | null>(null);
  const failing = useFailing(control);
  const main = useRef<HTMLDivElement>(null);
  const isFailing = control.status === 'failed';
  const isPassed = control.status === 'passed';
  return (
    <div className="control-layout">
      <aside aria-label={t('control.facts')}>
        <ControlFacts control={control} />
        <Contents of={main} />
      </aside>
      <Stack gap={32} miw={0} ref={main}>
        <ScopeLine control={control} />
        <FailingResources control={control} failing={failing ?? []} proposals={proposals.nodes} />
        {isFailing && <Repairs failing={failing} />}
        <PhoneFold title={t('derivation.title')} isOpen={asOf !== null}>
          <ControlDerivation control={control} asOf={asOf} onNow={() => setAsOf(null)} />
        </PhoneFold>
        <PhoneFold title={t('control.description')}>
          <ControlText control={control} />
        </PhoneFold>
        <ControlWork control={control} failing={isPassed ? [] : (failing ?? [])} />
        {!isFailing && !isPassed && <RemediationSteps remediation={control.remediation} />}
        <PhoneFold title={t('mapped.title')}>
          <MappedControls control={control} />
        </PhoneFold>
        <PhoneFold title={t('timeLine.title')}>
          <Timeline control={control} onWhy={setAsOf} />
        </PhoneFold>
      </Stack>
    </div>
  );
}

/** Leads from what is out of scope, or proposed to be, to the decisions. */
function ScopeLine({ control: { scope, framework } }: { control: ShownControl }) {
  const { t } = useTranslation('controls');
  if (scope.isInScope && !scope.proposal) return null;
  return (
    <Group gap="sm">
      {scope.proposal && <Text>{t('scope.proposed', { name: scope.proposal.proposedBy.name })}</Text>}
      <TextLink to="/scope/$framework" params={{ framework: framework.slug }}>
        {t('scope.open', { framework: framework.name })}
      </TextLink>
    </Group>
  );
}
