import './settings.css';
import { Anchor } from '@mantine/core';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Target {
  id: string;
  title: string;
}

/** Height under the top of the window at which a section counts as reached. Pixels. */
const REACHED_AT = 120;

/** Section that is read now: the last one that was reached; at the end of the page the last one. */
function useCurrent(targets: readonly Target[]): string | undefined {
  const [current, setCurrent] = useState<string>();
  useEffect(() => {
    const look = () => {
      const { scrollHeight } = document.documentElement;
      const isAtEnd = window.scrollY > 0 && window.scrollY + window.innerHeight >= scrollHeight - 2;
      const isReached = ({ id }: Target) =>
        (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) < REACHED_AT;
      setCurrent((isAtEnd ? targets.at(-1) : (targets.findLast(isReached) ?? targets[0]))?.id);
    };
    look();
    window.addEventListener('scroll', look, { passive: true });
    return () => window.removeEventListener('scroll', look);
  }, [targets]);
  return current;
}

/** Links to the sections beside it, by their headings. */
export function Anchors() {
  const { t, i18n } = useTranslation('settings');
  const nav = useRef<HTMLElement>(null);
  const [targets, setTargets] = useState<readonly Target[]>([]);
  useLayoutEffect(() => {
    const headings = nav.current?.parentElement?.querySelectorAll<HTMLElement>('.settings-sections h2[id]') ?? [];
    setTargets([...headings].map(({ id, textContent }) => ({ id, title: textContent })));
  }, [i18n.language]);
  const current = useCurrent(targets);
  const show = (id: string) => {
    const heading = document.getElementById(id);
    heading?.scrollIntoView({ block: 'start' });
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  };
  return (
    <nav ref={nav} className="settings-anchors" aria-label={t('onPage')}>
      {targets.map(({ id, title }) => (
        <Anchor
          key={id}
          href={`#${id}`}
          aria-current={id === current ? 'location' : undefined}
          onClick={(event) => {
            // The address stays: who leaves it is asked about what is not saved.
            event.preventDefault();
            show(id);
          }}
        >
          {title}
        </Anchor>
      ))}
    </nav>
  );
}
