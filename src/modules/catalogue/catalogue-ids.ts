import { uuidV5 } from '../../platform/crypto/uuid.js';

/** Name space of the ids of frameworks, controls, universal controls, domains and mappings. Never changes. */
const NAMESPACE = '5b0a1b1e-6d0f-5c57-9a53-0c1d6f3c7a10';

/** The id of a framework: the same in every installation and content version. */
export const frameworkUuid = (slug: string) => uuidV5(NAMESPACE, `framework:${slug}`);
/** The id of a framework's control. */
export const controlUuid = (slug: string, controlId: string) => uuidV5(NAMESPACE, `control:${slug}:${controlId}`);
/** The id of a universal control. */
export const universalControlUuid = (code: string) => uuidV5(NAMESPACE, `universal-control:${code}`);
/** The id of a domain. */
export const domainUuid = (code: string) => uuidV5(NAMESPACE, `domain:${code}`);
/** The id of a mapping. */
export const mappingUuid = (code: string, slug: string, controlId: string) =>
  uuidV5(NAMESPACE, `mapping:${code}:${slug}:${controlId}`);
