import './views.css';
import { Link } from '@tanstack/react-router';
import { useFormat } from './format';

/** One view of a list. */
export interface View<Key extends string> {
  key: Key;
  name: string;
  /** How much it has; undefined where nobody counted. */
  count?: number | undefined;
  /** Parameters of its address; undefined takes one away, and what is not named stays. */
  search: Readonly<Record<string, string | number | boolean | undefined>>;
}

interface ViewsProps<Key extends string> {
  /** What they are views of, for those who listen. */
  label: string;
  /** Key of the one that is shown. */
  shown: Key;
  views: readonly View<Key>[];
}

/** Views of a list side by side, each with how much it has. They are links: each has its address. */
export function Views<Key extends string>({ label, shown, views }: ViewsProps<Key>) {
  const format = useFormat();
  return (
    <nav aria-label={label}>
      <ul className="views">
        {views.map(({ key, name, count, search }) => (
          <li key={key}>
            <Link
              to="."
              search={(before: object) => ({ ...before, after: undefined, ...search })}
              aria-current={key === shown ? 'page' : undefined}
              resetScroll={false}
              activeOptions={EXACT}
            >
              {name} {count !== undefined && <span>{format.number(count)}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** An address without parameters is part of every other one: the router would mark its view beside the one that is shown. */
const EXACT = { exact: true };
