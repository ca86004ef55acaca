import { skipToken, useQuery } from '@apollo/client/react';
import { Button } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { SidePanel } from '../../parts/side-panel';
import { Page } from '../../parts/page';
import { useMay } from '../../api/shell-data';
import { AnswerLine } from './answer-line';
import { Catalogue } from './catalogue';
import { ConnectPanel } from './connect-panel';
import { IntegrationPanel } from './integration-panel';
import { IntegrationTable } from './integration-table';
import { ProviderTable } from './provider-table';
import { ScheduleGap, scheduleGapOf } from './schedule-gap';
import { IntegrationsDocument, ReadByScansDocument, type IntegrationsQuery } from './integrations.gql';
import type { IntegrationsSearch } from './integrations-search';
import { useKindTexts } from './use-kind-texts';

/** Page of integrations: status, last and next scan of each, and what can be connected. */
export function IntegrationsPage() {
  const { t } = useTranslation(['integrations', 'common']);
  const may = useMay();
  const isShown = may('integrations');
  const result = useQuery(IntegrationsDocument, isShown ? {} : skipToken);
  const scans = useQuery(ReadByScansDocument, isShown ? {} : skipToken).data?.scans.nodes ?? [];
  const { connect, open } = usePanels();
  const { data } = result;
  const inWords = useKindTexts();
  const gap = data && scheduleGapOf(data);
  return (
    <Page
      title={t('common:nav.integrations')}
      answer={data && <AnswerLine integrations={data.integrations} />}
      asked={[{ document: IntegrationsDocument }]}
      actions={
        data?.integrations.length !== 0 &&
        may('connectIntegration') && (
          <Button
            variant={gap && gap.unscheduled.length > 0 && may('setSchedule') ? 'default' : 'filled'}
            onClick={() => open({ connect: 'choose' })}
          >
            {t('connect')}
          </Button>
        )
      }
    >
      {isShown ? (
        <Answered result={result}>
          {({ integrations, integrationKinds }) => (
            <>
              {integrations.length > 0 && (
                <>
                  {gap && <ScheduleGap gap={gap} />}
                  <IntegrationTable
                    unscheduled={gap?.unscheduled.length ?? 0}
                    integrations={integrations}
                    kinds={inWords(integrationKinds)}
                    scans={scans}
                  />
                  <ProviderTable integrations={integrations} scans={scans} />
                </>
              )}
              {integrations.length === 0 && may('connectIntegration') && (
                <Catalogue kinds={inWords(integrationKinds)} integrations={integrations} />
              )}
            </>
          )}
        </Answered>
      ) : (
        <Empty>{t('hidden')}</Empty>
      )}
      <Panel isOpen={may('connectIntegration') && connect !== undefined} title={t('connect')}>
        <ConnectPanel
          type={connect ?? ''}
          integrations={data?.integrations ?? []}
          onConnected={(id) => open({ id })}
          onCancel={() => open({})}
        />
      </Panel>
      {data && <OneIntegration data={data} />}
    </Page>
  );
}

/** Integration of the address, in the panel. */
function OneIntegration({ data: { integrations, integrationKinds } }: { data: IntegrationsQuery }) {
  const { t } = useTranslation(['integrations', 'common']);
  const { id } = usePanels();
  const inWords = useKindTexts();
  const integration = integrations.find((each) => each.id === id);
  const peers = integrations.filter(({ type, status }) => type === integration?.type && status !== 'disconnected');
  return (
    <Panel isOpen={id !== undefined} title={integration?.name ?? t('common:nav.integrations')}>
      {integration ? (
        <IntegrationPanel
          key={integration.id}
          integration={integration}
          kind={inWords(integrationKinds).find(({ type }) => type === integration.type)}
          peers={peers.length}
        />
      ) : (
        <Empty>{t('notFound')}</Empty>
      )}
    </Panel>
  );
}

interface PanelProps {
  isOpen: boolean;
  title: string;
  children: ReactNode;
}

/** Side panel of the table. */
function Panel({ isOpen, title, children }: PanelProps) {
  const { open } = usePanels();
  return (
    <SidePanel
      opened={isOpen}
      onClose={() => open({})}
      title={title}
      position="right"
      size={600}
      styles={{ title: { fontWeight: 700, fontSize: 16 } }}
    >
      {children}
    </SidePanel>
  );
}

/** Returns the open panel, which is stored in the address. */
function usePanels() {
  const { connect, id } = useSearch({ from: '/frame/integrations' });
  const navigate = useNavigate();
  const open = (search: IntegrationsSearch) => void navigate({ to: '/integrations', search });
  return { connect, id, open };
}
