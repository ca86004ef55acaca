import { useEffect, useState, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import './contents.css';

interface Entry {
  id: string;
  title: string;
}

/** Sections of a part of a page, as links that lead to each; nothing below two. */
export function Contents({ of }: { of: RefObject<HTMLElement | null> }) {
  const { t } = useTranslation('common');
  const entries = useSections(of);
  if (entries.length < 2) return null;
  return (
    <nav className="contents" aria-label={t('contents')}>
      <p>{t('contents')}</p>
      <ul>
        {entries.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              onClick={(event) => {
                // The id is of this visit alone: it does not belong into the address.
                event.preventDefault();
                leadTo(id);
              }}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Scrolls to a heading and lets the keyboard go on from there. */
function leadTo(id: string): void {
  const heading = document.getElementById(id);
  if (!heading) return;
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
  heading.scrollIntoView({ block: 'start' });
}

/** The headings of the sections that are there, which come and go with what is read. */
function useSections(of: RefObject<HTMLElement | null>): readonly Entry[] {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  useEffect(() => {
    const root = of.current;
    if (!root) return undefined;
    const read = () => {
      const found = [...root.querySelectorAll<HTMLElement>('section > * > h2[id]')].map(({ id, textContent }) => ({
        id,
        title: textContent,
      }));
      setEntries((before) => (JSON.stringify(before) === JSON.stringify(found) ? before : found));
    };
    read();
    const observer = new MutationObserver(read);
    observer.observe(root, { childList: true, subtree: true, characterData: true });
    return () => observer.disconnect();
  }, [of]);
  return entries;
}
