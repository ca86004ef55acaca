import { withoutTrailing } from '../../platform/trailing.rules.js';

const NAME_LENGTH_MAX = 200;
const EXTENSION_LENGTH_MAX = 16;

/**
 * Display name of an uploaded file: the client's, without folders, control characters and invisible characters
 * (including those that change the direction of writing, so that `fdp.exe` cannot pose as `exe.pdf`), shortened to 200
 * characters including its extension. `file` when nothing remains.
 */
export function cleanFileName(given: string): string {
  const base = given.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1) ?? '';
  const name = base
    .replace(/\p{White_Space}+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[ .]+/, '');
  return shorten(withoutTrailing(name, ' .')) || 'file';
}

function shorten(name: string): string {
  const letters = Array.from(name);
  if (letters.length <= NAME_LENGTH_MAX) return name;
  const dot = letters.lastIndexOf('.');
  const extension = dot > 0 && letters.length - dot <= EXTENSION_LENGTH_MAX ? letters.slice(dot) : [];
  return [...letters.slice(0, NAME_LENGTH_MAX - extension.length), ...extension].join('');
}
