/** PostgreSQL schema of Agenda's jobs; its table is created by Agenda's own backend. */
export const JOBS_SCHEMA = 'agenda';
