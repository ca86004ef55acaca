/** Sheet of a calendar. Its own drawing: the module of icons is loaded by the navigation alone. */
export function CalendarSign() {
  return (
    <svg aria-hidden="true" viewBox="0 0 16 16" width={15} fill="none" stroke="currentColor" strokeWidth={1.2}>
      <path d="M2.5 4.5h11v9h-11zM2.5 7.5h11M5.5 2.5v3M10.5 2.5v3" />
    </svg>
  );
}
