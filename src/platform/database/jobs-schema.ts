/** Where Agenda keeps its jobs; its table is made by its own backend. */
export const JOBS_SCHEMA = 'agenda';
