import { useApolloClient } from '@apollo/client/react';
import { Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../parts/download';
import { useFormat } from '../../parts/format';
import { notifyRefusal } from '../../parts/notify-refusal';
import { AuditTrailDocument } from './audit.gql';
import { csvOf, type ExportedEntry } from './audit.rules';
import type { AuditSearch } from './audit-search';

/** Page size of a request: the maximum of the service. */
const PAGE = 100;
/** Limit of an export, which is held in memory by the browser; larger ones need a narrower filter. */
const ENTRIES_MAX = 10_000;

const KINDS = {
  csv: { type: 'text/csv;charset=utf-8', write: csvOf },
  json: {
    type: 'application/json',
    write: (entries: readonly ExportedEntry[]) => `${JSON.stringify(entries, null, 2)}\n`,
  },
} as const;

/** Downloads the filtered audit log as CSV, up to 10,000 entries, newest first. */
export function ExportTrail({ search }: { search: AuditSearch }) {
  const { t } = useTranslation('audit');
  const format = useFormat();
  const read = useTrail(search);
  const [done, setDone] = useState<number | null>(null);
  const save = async (kind: keyof typeof KINDS) => {
    setDone(0);
    try {
      const { entries, totalCount } = await read(setDone);
      const { type, write } = KINDS[kind];
      download(new Blob([write(entries)], { type }), `audit-log.${kind}`);
      const counts = { shown: format.number(entries.length), total: format.number(totalCount) };
      notifications.show({
        message: entries.length < totalCount ? t('export.bounded', counts) : t('export.done', counts),
      });
    } catch (err) {
      notifyRefusal(err);
    } finally {
      setDone(null);
    }
  };
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button variant="default" disabled={done !== null}>
          <span aria-live="polite">
            {done === null ? t('export.action') : t('export.progress', { shown: format.number(done) })}
          </span>
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{t('export.bound', { shown: format.number(ENTRIES_MAX) })}</Menu.Label>
        <Menu.Item onClick={() => void save('csv')}>{t('export.csv')}</Menu.Item>
        <Menu.Item onClick={() => void save('json')}>{t('export.json')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

interface Trail {
  entries: ExportedEntry[];
  totalCount: number;
}

/** Reads the audit log page by page. Entries written meanwhile are newer than the first page, and not included. */
function useTrail(search: AuditSearch): (onProgress: (count: number) => void) => Promise<Trail> {
  const client = useApolloClient();
  return async (onProgress) => {
    const entries: ExportedEntry[] = [];
    let totalCount = 0;
    let after: string | null = null;
    do {
      const variables = { ...search, first: PAGE, after };
      const { auditLog } = await pageOf(variables);
      entries.push(...auditLog.nodes);
      totalCount = Math.max(totalCount, auditLog.totalCount);
      after = auditLog.pageInfo.hasNextPage ? auditLog.pageInfo.endCursor : null;
      onProgress(entries.length);
    } while (after !== null && entries.length < ENTRIES_MAX);
    return { entries, totalCount };
  };

  async function pageOf(variables: AuditSearch & { first: number; after: string | null }) {
    // Not through the cache: it would hold all of it for as long as the page is open.
    const { data } = await client.query({ query: AuditTrailDocument, variables, fetchPolicy: 'no-cache' });
    if (!data) throw new Error('the service answered without data');
    return data;
  }
}
