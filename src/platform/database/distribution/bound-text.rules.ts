const SAME = /("?\b\w+"?)\."?tenant_id"? = ("?\b\w+"?)\."?tenant_id"?(?!\w)/g;
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * A statement within one tenant, whose tables are each bound to it by name: beside `f.tenant_id = s.tenant_id` stand both to that tenant.
 * Every row that the policies show is of that tenant, so that the result is the same; Citus sends a statement to one worker only
 * where each table says so itself, and follows no equality into subqueries and over outer joins.
 */
export function boundText(text: string, tenantId: string): string {
  if (!UUID.test(tenantId)) return text;
  const of = (alias: string) => `${alias}.tenant_id = '${tenantId}'`;
  return text.replace(SAME, (same, one: string, other: string) => `(${same} and ${of(one)} and ${of(other)})`);
}
