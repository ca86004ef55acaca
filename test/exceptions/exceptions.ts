import type { Answer, Client } from '../support/client.js';

/** Fields of an exception that these tests look at. */
export interface ExceptionBody {
  id: string;
  status: string;
  title: string;
  resource: string;
  resourceCount: number;
  newMatchCount: number;
  expiresOn: string;
  canApprove: boolean;
  resources: { id: string; coveredAt: string | null }[];
  proposedBy: { name: string };
  decidedBy: { name: string } | null;
}

const FIELDS = `id status title resource isPattern resourceCount newMatchCount expiresOn canApprove reason
  resources { id coveredAt } proposedBy { name } decidedBy { name } endedAt note controls { controlId }`;

/** The day, UTC, that is so many days ahead of `from`. */
export function dayAhead(days: number, from = new Date()): string {
  return new Date(from.getTime() + days * 86_400_000).toISOString().slice(0, 10);
}

/** A proposal to accept what a rule of Prowler finds on the resource `r-1`, for thirty days. */
export function proposal(ruleId: string, changes: Record<string, unknown> = {}, finding: Record<string, unknown> = {}) {
  return {
    findings: [{ scanner: 'prowler', ruleId, ...(finding.resourcePattern ? {} : { resourceId: 'r-1' }), ...finding }],
    reason: 'The account is closed next month.',
    expiresOn: dayAhead(30),
    ...changes,
  };
}

const ACCEPT = `mutation ($input: AcceptFindingsInput!) {
  acceptFindings(input: $input) { results { exception { ${FIELDS} } error { code message } } } }`;

/** Answer to a proposal. */
export function accept(client: Client, input: object): Promise<Answer> {
  return client.graphql(ACCEPT, { input });
}

/** Outcomes of a proposal. */
export async function outcomes(
  client: Client,
  input: object,
): Promise<{ exception: ExceptionBody | null; error: { code: string } | null }[]> {
  const { acceptFindings } = await client.data<{ acceptFindings: { results: [] } }>(ACCEPT, { input });
  return acceptFindings.results;
}

/** Proposes one exception. @returns it */
export async function propose(client: Client, input: object): Promise<ExceptionBody> {
  const [outcome] = await outcomes(client, input);
  if (!outcome?.exception) throw new Error(`there is no exception: ${JSON.stringify(outcome)}`);
  return outcome.exception;
}

type Change = 'approveException' | 'rejectException' | 'withdrawException' | 'includeNewMatches';

/** Answer to a change of an exception. */
export function change(client: Client, name: Change, exceptionId: string, more: object = {}): Promise<Answer> {
  const type = name === 'rejectException' ? 'RejectExceptionInput' : 'ExceptionInput';
  return client.graphql(`mutation ($input: ${type}!) { ${name}(input: $input) { exception { ${FIELDS} } } }`, {
    input: { exceptionId, ...more },
  });
}

/** Changes an exception. @returns it @throws {Error} with the answer where it is refused */
export async function changed(client: Client, name: Change, id: string, more: object = {}): Promise<ExceptionBody> {
  const { body, text } = await change(client, name, id, more);
  const exception = (body as { data?: Record<string, { exception: ExceptionBody }> | null }).data?.[name]?.exception;
  if (!exception) throw new Error(`${name} was refused: ${text}`);
  return exception;
}

/** Proposes as the member and approves as the auditor. @returns the exception in force */
export async function accepted(by: { member: Client; auditor: Client }, input: object): Promise<ExceptionBody> {
  const { id } = await propose(by.member, input);
  return changed(by.auditor, 'approveException', id);
}

/** One exception. */
export async function exceptionOf(client: Client, id: string): Promise<ExceptionBody> {
  const { exception } = await client.data<{ exception: ExceptionBody }>(
    `query ($id: ID!) { exception(id: $id) { ${FIELDS} } }`,
    { id },
  );
  return exception;
}

/** Code of the first error of a GraphQL response. */
export function codeOf({ body }: Answer): string | undefined {
  return (body as { errors?: { extensions: { code: string } }[] }).errors?.[0]?.extensions.code;
}
