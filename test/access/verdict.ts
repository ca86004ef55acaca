import type { Role } from '../../src/access/roles.js';

/** Permitted callers, written by hand from the specification (section 4) and schema/contract/roles.md. */
export type Verdict = 'anyone' | readonly Role[];

export const ALL: Verdict = ['admin', 'auditor', 'member'];
export const ADMIN: Verdict = ['admin'];
export const ADMIN_AUDITOR: Verdict = ['admin', 'auditor'];
export const ADMIN_MEMBER: Verdict = ['admin', 'member'];

/** An unused id. */
export const NOBODYS = '00000000-0000-4000-8000-000000000000';
export const WEBHOOK = { url: 'https://8.8.8.8/', events: ['scan.failed'], secret: 'a secret of the receiver' };
