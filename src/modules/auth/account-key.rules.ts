/** Spaces, control characters and what is not seen at all. */
const INVISIBLE = /[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]/gu;

/**
 * One spelling for all spellings of an address: without case, in one Unicode form (wide and composed letters are the plain
 * ones), without spaces and invisible characters. `a+b@…` stays another address than `a@…`: who gives out mailboxes decides
 * that, and each may have an account.
 */
export function accountKey(email: string): string {
  return email.normalize('NFKC').toLowerCase().normalize('NFKC').replace(INVISIBLE, '');
}
