import { useQuery } from '@apollo/client/react';
import { Stack } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { Answered, Empty } from '../../parts/answered';
import { CursorPager, useCursorPages } from '../../parts/cursor-pages';
import { useFormat } from '../../parts/format';
import { Page } from '../../parts/page';
import { AuditFilters } from './audit-filters';
import { AuditTable } from './audit-table';
import { AuditTrailDocument, type AuditTrailQuery } from './audit.gql';
import type { AuditSearch } from './audit-search';
import { ExportTrail } from './export-trail';
import { SignedHead } from './signed-head';

const route = getRouteApi('/frame/audit');
const FIRST = 50;

/** Audit log: who changed what, when and from where. */
export function AuditPage() {
  const { t } = useTranslation(['audit', 'common']);
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const pages = useCursorPages(JSON.stringify(search));
  const variables = { ...search, first: FIRST, after: pages.after ?? null };
  const asked = useQuery(AuditTrailDocument, { variables });
  // What was shown stays until the next is there.
  const data = asked.data ?? asked.previousData;
  const isFiltered = Object.values<unknown>({ ...search }).some((value) => value !== undefined);
  const filter = (change: AuditSearch) => void navigate({ search: { ...search, ...change }, replace: true });
  return (
    <Page
      title={t('common:nav.audit')}
      answer={
        data && (
          <>
            <Answer trail={data.auditLog} isFiltered={isFiltered} isFirst={pages.number === 1} />
            <SignedHead />
          </>
        )
      }
      asked={[{ document: AuditTrailDocument, variables }]}
      actions={<ExportTrail search={search} />}
    >
      <AuditFilters search={search} onChange={filter} />
      <Answered result={{ ...asked, data }}>
        {({ auditLog }) => (
          <Stack gap="md">
            {auditLog.nodes.length === 0 ? (
              <Empty title={t(isFiltered ? 'nothing.title' : 'empty.title')}>
                {t(isFiltered ? 'nothing.text' : 'empty.text')}
              </Empty>
            ) : (
              <AuditTable entries={auditLog.nodes} onFilter={filter} />
            )}
            <CursorPager pages={pages} first={FIRST} {...auditLog} />
          </Stack>
        )}
      </Answered>
    </Page>
  );
}

interface AnswerProps {
  trail: AuditTrailQuery['auditLog'];
  isFiltered: boolean;
  /** Whether the page includes the newest entry. */
  isFirst: boolean;
}

function Answer({ trail: { totalCount, nodes }, isFiltered, isFirst }: AnswerProps) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const [newest] = nodes;
  const counted = t(isFiltered ? 'answer.match' : 'answer.all', {
    count: totalCount,
    shown: format.number(totalCount),
  });
  return newest && isFirst ? `${counted}; ${t('answer.newest', { time: format.relative(newest.at) })}` : counted;
}
