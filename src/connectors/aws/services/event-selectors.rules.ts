import type { AdvancedEventSelector, AdvancedFieldSelector, EventSelector } from '@aws-sdk/client-cloudtrail';

interface Directions {
  reads: boolean;
  writes: boolean;
}

/** Events that the selectors of a trail record. */
export interface LoggedEvents {
  /** `All`, `ReadOnly`, `WriteOnly` or `None`; with the sources that are left out, `All except kms.amazonaws.com`. */
  management_events: string;
  /** Data events of objects in all buckets. */
  s3_object_reads: boolean;
  s3_object_writes: boolean;
}

/** Events that a trail records by its selectors: basic or advanced, never both. */
export function loggedEvents(
  {
    EventSelectors: classic = [],
    AdvancedEventSelectors: advanced = [],
  }: {
    EventSelectors?: EventSelector[] | undefined;
    AdvancedEventSelectors?: AdvancedEventSelector[] | undefined;
  },
  partition: string,
): LoggedEvents {
  const management = [
    ...classic.filter(({ IncludeManagementEvents: included }) => included !== false).map(classicManagement),
    ...advanced.filter(isForManagement).map(advancedManagement),
  ];
  const objects = both([
    ...classic.filter((selector) => isForAllObjects(selector, partition)).map(directionsOf),
    ...advanced.filter(isForAllObjectsToo).map(({ FieldSelectors: fields = [] }) => advancedDirections(fields)),
  ]);
  return {
    management_events: managementEvents(management),
    s3_object_reads: objects.reads,
    s3_object_writes: objects.writes,
  };
}

/** Management events that one selector records. */
interface ManagementSelector extends Directions {
  /** Sources whose events it leaves out. */
  without: readonly string[];
}

function managementEvents(selectors: ManagementSelector[]): string {
  const complete = inWords(both(selectors.filter(({ without }) => without.length === 0)));
  const all = inWords(both(selectors));
  if (complete === all) return all;
  const without = new Set(selectors.flatMap((selector) => selector.without));
  return `${all} except ${[...without].toSorted().join(', ')}`;
}

function classicManagement(selector: EventSelector): ManagementSelector {
  return { ...directionsOf(selector), without: selector.ExcludeManagementEventSources ?? [] };
}

function advancedManagement({ FieldSelectors: fields = [] }: AdvancedEventSelector): ManagementSelector {
  const without = fields.flatMap(({ Field: field, NotEquals: sources = [] }) =>
    field === 'eventSource' ? sources : [],
  );
  return { ...advancedDirections(fields), without };
}

function both(each: Directions[]): Directions {
  return { reads: each.some(({ reads }) => reads), writes: each.some(({ writes }) => writes) };
}

function inWords({ reads, writes }: Directions): string {
  if (reads) return writes ? 'All' : 'ReadOnly';
  return writes ? 'WriteOnly' : 'None';
}

function directionsOf({ ReadWriteType: type = 'All' }: EventSelector): Directions {
  return { reads: type !== 'WriteOnly', writes: type !== 'ReadOnly' };
}

function isForAllObjects({ DataResources: resources = [] }: EventSelector, partition: string): boolean {
  const everything = [`arn:${partition}:s3`, `arn:${partition}:s3:::`, `arn:${partition}:s3:::*/*`];
  return resources.some(
    ({ Type: type, Values: values = [] }) =>
      type === 'AWS::S3::Object' && values.some((value) => everything.includes(value)),
  );
}

function advancedDirections(fields: AdvancedFieldSelector[]): Directions {
  const readOnly = fields.find(({ Field: field }) => field === 'readOnly')?.Equals;
  return { reads: readOnly?.includes('true') ?? true, writes: readOnly?.includes('false') ?? true };
}

/** Whether a selector records management events of all sources but those that it leaves out. */
function isForManagement({ FieldSelectors: fields = [] }: AdvancedEventSelector): boolean {
  return fields.every((field) => {
    if (field.Field === 'eventCategory') return field.Equals?.includes('Management') === true;
    return field.Field === 'readOnly' || (field.Field === 'eventSource' && field.NotEquals !== undefined);
  });
}

/** Whether nothing narrows a selector: neither buckets, nor event names, nor principals. */
function isForAllObjectsToo({ FieldSelectors: fields = [] }: AdvancedEventSelector): boolean {
  return (
    fields.some(
      ({ Field: field, Equals: values }) => field === 'resources.type' && values?.[0] === 'AWS::S3::Object',
    ) && fields.every(({ Field: field }) => ['eventCategory', 'resources.type', 'readOnly'].includes(field ?? ''))
  );
}
