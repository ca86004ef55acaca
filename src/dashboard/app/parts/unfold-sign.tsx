import './unfold.css';

/** The sign before the name of what unfolds: it points down where that is open. */
export function UnfoldSign({ isOpen }: { isOpen: boolean }) {
  return <span aria-hidden="true" className="unfold-sign" data-open={isOpen || undefined} />;
}
