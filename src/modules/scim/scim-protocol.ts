import { notFound } from '../../platform/errors.js';
import type { ChangeAuthor } from '../audit/audit.js';
import type { Database } from '../../platform/database/database.js';
import { ScimError } from './scim-error.js';
import { comparisonsOf } from './scim-filter.rules.js';
import { GROUP_PATHS, readGroup, readGroups } from './scim-group.read.js';
import { patchedGroup, type ScimGroupValues } from './scim-group.rules.js';
import type { ScimGroupService } from './scim-group.service.js';
import { assignmentsOf, operationsOf } from './scim-operation.rules.js';
import { groupResource, projected, userResource, type Projection, type ScimResource } from './scim-resource.js';
import { resourceTypes, schemas, serviceProviderConfig, type Described } from './scim-schemas.js';
import { readUser, readUsers, USER_PATHS, type ScimPage } from './scim-user.read.js';
import { deactivates, NO_VALUES, patchedUser } from './scim-user.rules.js';
import type { ScimUserService } from './scim-user.service.js';

/** A request of a directory with a valid token. */
export interface ScimRequest {
  author: ChangeAuthor;
  /** Last segment of the path, where it names one thing. */
  id: string;
  query: Readonly<Record<string, string>>;
  body: unknown;
}

export interface ScimAnswer {
  status: number;
  /** Null for an answer without one. */
  body: Record<string, unknown> | null;
}

export type ScimMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A path of SCIM below its base; every one needs a token of SCIM, and no other credential opens it. */
export interface ScimRoute {
  method: ScimMethod;
  /** `/Users/{id}` */
  path: string;
  answer: (request: ScimRequest) => Promise<ScimAnswer>;
  /** Whether a request with this body takes access away, and is answered when the request quota is used up. @default none is */
  isInReserve?: (body: unknown) => boolean;
}

interface Parts {
  database: Database;
  users: ScimUserService;
  groups: ScimGroupService;
  /** Address of SCIM, without a trailing slash. */
  baseUrl: () => string;
}

const COUNT_MAX = 100;
/** Page of groups with their members, of whom each may have thousands. */
const GROUPS_WITH_MEMBERS_MAX = 20;

/** The protocol SCIM 2.0 (RFC 7644) over the members and groups of an organization. */
export class ScimProtocol {
  constructor(private readonly parts: Parts) {}

  /** Every path. A path that is not here is unknown. */
  readonly routes: readonly ScimRoute[] = [
    {
      method: 'GET',
      path: '/ServiceProviderConfig',
      answer: () => this.describe((base) => serviceProviderConfig(base)),
    },
    { method: 'GET', path: '/ResourceTypes', answer: () => this.describe((base) => wholeList(resourceTypes(base))) },
    {
      method: 'GET',
      path: '/ResourceTypes/{id}',
      answer: ({ id }) => this.describe((base) => one(resourceTypes(base), id)),
    },
    { method: 'GET', path: '/Schemas', answer: () => this.describe((base) => wholeList(schemas(base))) },
    { method: 'GET', path: '/Schemas/{id}', answer: ({ id }) => this.describe((base) => one(schemas(base), id)) },
    { method: 'GET', path: '/Users', answer: (request) => this.listUsers(request) },
    { method: 'POST', path: '/Users', answer: (request) => this.createUser(request) },
    { method: 'GET', path: '/Users/{id}', answer: (request) => this.getUser(request) },
    {
      method: 'PUT',
      path: '/Users/{id}',
      answer: (request) => this.replaceUser(request),
      isInReserve: (body) => deactivates(assignmentsOf('replace', body)),
    },
    {
      method: 'PATCH',
      path: '/Users/{id}',
      answer: (request) => this.patchUser(request),
      isInReserve: (body) => deactivates(operationsOf(body)),
    },
    {
      method: 'DELETE',
      path: '/Users/{id}',
      answer: ({ author, id }) => gone(this.parts.users.remove(author, id)),
      isInReserve: () => true,
    },
    { method: 'GET', path: '/Groups', answer: (request) => this.listGroups(request) },
    { method: 'POST', path: '/Groups', answer: (request) => this.createGroup(request) },
    { method: 'GET', path: '/Groups/{id}', answer: (request) => this.getGroup(request) },
    { method: 'PUT', path: '/Groups/{id}', answer: (request) => this.replaceGroup(request) },
    { method: 'PATCH', path: '/Groups/{id}', answer: (request) => this.patchGroup(request) },
    { method: 'DELETE', path: '/Groups/{id}', answer: ({ author, id }) => gone(this.parts.groups.remove(author, id)) },
  ];

  private describe(body: (base: string) => Record<string, unknown>): Promise<ScimAnswer> {
    return Promise.resolve({ status: 200, body: body(this.parts.baseUrl()) });
  }

  private async listUsers({ author: { tenantId }, query }: ScimRequest): Promise<ScimAnswer> {
    const comparisons = query.filter === undefined ? [] : comparisonsOf(query.filter, USER_PATHS);
    const page = pageOf(query, COUNT_MAX);
    const { total, users } = await readUsers(this.parts.database.fork(), tenantId, { comparisons, page });
    const base = this.parts.baseUrl();
    return ok(
      listOf(
        total,
        page,
        users.map((user) => projected(userResource(user, base), projectionOf(query))),
      ),
    );
  }

  private async createUser({ author, body }: ScimRequest): Promise<ScimAnswer> {
    const values = patchedUser(NO_VALUES, assignmentsOf('replace', body));
    return this.sent(201, userResource(await this.parts.users.create(author, values), this.parts.baseUrl()));
  }

  private async getUser({ author: { tenantId }, id, query }: ScimRequest): Promise<ScimAnswer> {
    const user = await readUser(this.parts.database.fork(), tenantId, id);
    if (!user) throw notFound();
    return ok(projected(userResource(user, this.parts.baseUrl()), projectionOf(query)));
  }

  private async replaceUser({ author, id, body }: ScimRequest): Promise<ScimAnswer> {
    const operations = assignmentsOf('replace', body);
    // Without `active` the state stays: silence must neither deactivate nor reactivate anybody.
    const user = await this.parts.users.change(author, id, ({ active }) =>
      patchedUser({ ...NO_VALUES, active }, operations),
    );
    return this.sent(200, userResource(user, this.parts.baseUrl()));
  }

  private async patchUser({ author, id, body }: ScimRequest): Promise<ScimAnswer> {
    const operations = operationsOf(body);
    const user = await this.parts.users.change(author, id, (before) => patchedUser(before, operations));
    return this.sent(200, userResource(user, this.parts.baseUrl()));
  }

  private async listGroups({ author: { tenantId }, query }: ScimRequest): Promise<ScimAnswer> {
    const comparisons = query.filter === undefined ? [] : comparisonsOf(query.filter, GROUP_PATHS);
    const projection = projectionOf(query);
    const withMembers = asksFor(projection, 'members');
    const page = pageOf(query, withMembers ? GROUPS_WITH_MEMBERS_MAX : COUNT_MAX);
    const selection = { comparisons, page, withMembers };
    const { total, groups } = await readGroups(this.parts.database.fork(), tenantId, selection);
    const base = this.parts.baseUrl();
    return ok(
      listOf(
        total,
        page,
        groups.map((group) => projected(groupResource(group, base), projection)),
      ),
    );
  }

  private async createGroup({ author, body }: ScimRequest): Promise<ScimAnswer> {
    const values = patchedGroup(NO_GROUP, assignmentsOf('replace', body));
    return this.sent(201, groupResource(await this.parts.groups.create(author, values), this.parts.baseUrl()));
  }

  private async getGroup({ author: { tenantId }, id, query }: ScimRequest): Promise<ScimAnswer> {
    const projection = projectionOf(query);
    const withMembers = asksFor(projection, 'members');
    const group = await readGroup(this.parts.database.fork(), tenantId, id, { withMembers });
    if (!group) throw notFound();
    return ok(projected(groupResource(group, this.parts.baseUrl()), projection));
  }

  private async replaceGroup({ author, id, body }: ScimRequest): Promise<ScimAnswer> {
    const operations = assignmentsOf('replace', body);
    const group = await this.parts.groups.change(author, id, () => patchedGroup(NO_GROUP, operations));
    return this.sent(200, groupResource(group, this.parts.baseUrl()));
  }

  /** Answers without a body, which Entra expects: a group may have thousands of members. */
  private async patchGroup({ author, id, body }: ScimRequest): Promise<ScimAnswer> {
    const operations = operationsOf(body);
    await this.parts.groups.change(author, id, (before) => patchedGroup(before, operations));
    return { status: 204, body: null };
  }

  private sent(status: number, resource: ScimResource): ScimAnswer {
    return { status, body: resource };
  }
}

const NO_GROUP: ScimGroupValues = { displayName: '', externalId: null, members: new Set() };

function ok(body: Record<string, unknown>): ScimAnswer {
  return { status: 200, body };
}

async function gone(work: Promise<void>): Promise<ScimAnswer> {
  await work;
  return { status: 204, body: null };
}

/** @throws {AppError} NOT_FOUND */
function one(described: Described[], id: string): Described {
  const found = described.find((each) => each.id.toLowerCase() === id.toLowerCase());
  if (!found) throw notFound();
  return found;
}

function wholeList(resources: Record<string, unknown>[]): Record<string, unknown> {
  return listOf(resources.length, { startIndex: 1, count: resources.length }, resources);
}

/** A page of a list. Source: RFC 7644, section 3.4.2. */
function listOf(
  total: number,
  { startIndex }: ScimPage,
  resources: Record<string, unknown>[],
): Record<string, unknown> {
  return {
    schemas: ['urn:ietf:params:scim:api:messages:2.0:ListResponse'],
    totalResults: total,
    startIndex,
    itemsPerPage: resources.length,
    Resources: resources,
  };
}

/** Asked page: from 1, at most `countMax`; less than 1 counts as 1, a negative count as 0. Source: RFC 7644, 3.4.2.4. */
function pageOf(query: ScimRequest['query'], countMax: number): ScimPage {
  return {
    startIndex: Math.max(1, wholeNumber('startIndex', query.startIndex, 1)),
    count: Math.min(countMax, Math.max(0, wholeNumber('count', query.count, countMax))),
  };
}

function wholeNumber(name: string, text: string | undefined, byDefault: number): number {
  if (text === undefined) return byDefault;
  if (!/^-?\d{1,9}$/.test(text)) throw ScimError.of('invalidValue', `${name} is a whole number`);
  return Number(text);
}

function projectionOf({ attributes, excludedAttributes }: ScimRequest['query']): Projection {
  const names = (text: string) => text.split(',').map((name) => topLevel(name.trim().toLowerCase()));
  return {
    attributes: attributes === undefined ? null : names(attributes),
    excluded: excludedAttributes === undefined ? [] : names(excludedAttributes),
  };
}

/** `name` of `urn:ietf:params:scim:schemas:core:2.0:User:name.familyName`. */
function topLevel(path: string): string {
  return path.slice(path.lastIndexOf(':') + 1).split('.')[0] ?? '';
}

function asksFor({ attributes, excluded }: Projection, name: string): boolean {
  return (attributes?.includes(name) ?? true) && !excluded.includes(name);
}
