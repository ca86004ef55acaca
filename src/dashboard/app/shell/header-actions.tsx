import { ActionIcon, Button, Group } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import type { SearchDialog } from './search';
import { getI18n, useTranslation } from 'react-i18next';
import { useIsRateLimited, useLiveness, useRunningScans } from '../api/context';
import { useFormat } from '../parts/format';
import { Sign } from '../parts/sign';
import { useMay } from '../api/shell-data';
import { AccountButton } from './account-button';
import { useRunScan } from './use-run-scan';

/** Header actions: scans that are not over, search, start of a scan where none is, account, language, color scheme. */
export function HeaderActions() {
  const may = useMay();
  const runningScans = useRunningScans();
  return (
    <Group gap="sm" wrap="nowrap">
      <Connection />
      <RunningScans />
      <Search />
      {/* What runs or waits is shown in its place: another one would read the same again. */}
      {may('triggerScan') && runningScans.length === 0 && <RunScan />}
      <Account />
    </Group>
  );
}

/** Time after which the search is loaded before it is opened: whoever opens it types at once. Milliseconds. */
const PRELOAD_MS = 2_000;

/**
 * The search dialog once it has been opened and, with its words, loaded: that begins after a while, or at the first opening. Not by
 * `lazy`, of which React shows the content 300 ms late.
 */
function LoadedSearch({ openings }: { openings: number }) {
  const [loaded, setLoaded] = useState<{ Dialog: typeof SearchDialog } | null>(null);
  useEffect(() => {
    if (loaded) return undefined;
    const load = async () => {
      const [{ SearchDialog: Dialog }] = await Promise.all([import('./search'), getI18n().loadNamespaces('search')]);
      setLoaded({ Dialog });
    };
    // Where it cannot be had now, the next opening tries again.
    const timer = setTimeout(() => void load().catch(() => undefined), openings > 0 ? 0 : PRELOAD_MS);
    return () => clearTimeout(timer);
  }, [openings, loaded]);
  return openings > 0 && loaded ? <loaded.Dialog openings={openings} /> : null;
}

function Search() {
  const { t } = useTranslation('common');
  const [openings, setOpenings] = useState(0);
  const open = () => setOpenings((before) => before + 1);
  useHotkeys([['mod+K', open]], []);
  return (
    <>
      <Button
        variant="default"
        onClick={open}
        rightSection={<kbd className="key">{t('header.searchKey')}</kbd>}
        visibleFrom="md"
      >
        {t('header.search')}
      </Button>
      <ActionIcon variant="default" size={36} onClick={open} hiddenFrom="md" aria-label={t('header.search')}>
        <svg aria-hidden="true" viewBox="0 0 16 16" width={16} fill="none" stroke="currentColor" strokeWidth={1.5}>
          <circle cx={7} cy={7} r={4.5} />
          <path d="M10.5 10.5 14 14" strokeLinecap="round" />
        </svg>
      </ActionIcon>
      <LoadedSearch openings={openings} />
    </>
  );
}

/** Hint that what is shown may be older than it looks. */
function Connection() {
  const liveness = useLiveness();
  const isRateLimited = useIsRateLimited();
  return (
    <div role="status">
      {isRateLimited && <RateLimited />}
      {liveness === 'delayed' && !isRateLimited && <Delayed />}
    </div>
  );
}

/** How far the scan is that runs, or that scans wait, with the way to it; nothing without one. */
function RunningScans() {
  const { t } = useTranslation('common');
  const format = useFormat();
  const [first, ...others] = useRunningScans();
  if (!first) return null;
  const { id, status, percent } = first;
  const state = status === 'running' ? format.wholePercent(percent) : t('header.scanQueued');
  const more = others.length > 0 ? ` +${format.number(others.length)}` : '';
  return (
    <Link
      to="/scans/$scanId"
      params={{ scanId: id }}
      className="badge header-scan"
      aria-label={t('header.scanIs', { state, count: others.length })}
    >
      <Sign name="fair" glyph="!" />
      <span className="connection-words">{t('header.scan')} </span>
      {state}
      {more}
    </Link>
  );
}

/** Hint that the page waits for the service to take requests again. */
function RateLimited() {
  const { t } = useTranslation('common');
  return (
    <span className="badge">
      <Sign name="fair" glyph="!" />
      <span className="connection-words">{t('header.rateLimited')}</span>
    </span>
  );
}

function Delayed() {
  const { t } = useTranslation('common');
  const format = useFormat();
  const [since] = useState(() => new Date());
  return (
    <span className="badge">
      <Sign name="fair" glyph="!" />
      <span className="connection-words">{t('header.delayed', { time: format.time(since) })}</span>
    </span>
  );
}

function RunScan() {
  const { t } = useTranslation('common');
  const { start, isStarting } = useRunScan();
  return (
    <>
      <Button variant="outline" loading={isStarting} onClick={() => void start()} visibleFrom="sm">
        {t('header.runScan')}
      </Button>
      <ActionIcon
        variant="outline"
        size={36}
        loading={isStarting}
        onClick={() => void start()}
        hiddenFrom="sm"
        aria-label={t('header.runScan')}
      >
        <svg aria-hidden="true" viewBox="0 0 16 16" width={16} fill="none" stroke="currentColor" strokeWidth={1.5}>
          <circle cx={8} cy={8} r={6} />
          <circle cx={8} cy={8} r={2} />
        </svg>
      </ActionIcon>
    </>
  );
}

/** Menu of the account, loaded after the page. */
const AccountMenu = lazy(async () => ({ default: (await import('./account-menu')).AccountMenu }));

/** Button of the menu of the account from the first paint on: who presses it before the menu is there has it open then. */
function Account() {
  const [isAsked, setAsked] = useState(false);
  const ask = () => setAsked(true);
  return (
    // When it is pressed, too: where the menu comes before it is released, no click follows.
    <Suspense fallback={<AccountButton onMouseDown={ask} onClick={ask} />}>
      <AccountMenu isOpenAtFirst={isAsked} />
    </Suspense>
  );
}
