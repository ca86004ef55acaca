import type { Control } from '../catalogue/catalogue.js';

/** Title, and name and media type of the file, of what a scan stored of a control. */
export function namesOf({ framework, controlId }: Control) {
  return {
    title: `Scan result of ${framework.name} ${controlId}`,
    fileName: `${framework.slug}-${controlId.replace(/[^A-Za-z0-9.-]+/g, '_')}.json`,
    contentType: 'application/json',
  };
}
