import { ObjectId, type Document } from 'bson';
import { aggregate, Query } from 'mingo';
import { updateMany, updateOne } from 'mingo/updater';

type Filter = Record<string, unknown>;
type Sort = Record<string, 1 | -1>;

/** The documents of one collection, in the order of insertion. */
export class Collection {
  private documents: Document[] = [];

  insert(documents: Document[]): number {
    for (const document of documents)
      this.documents.push({ ...document, _id: (document._id as unknown) ?? new ObjectId() });
    return documents.length;
  }

  find(filter: Filter, sort: Sort | undefined, skip = 0, limit = 0): Document[] {
    const cursor = new Query(filter, {}).find<Document>(this.documents);
    if (sort && Object.keys(sort).length > 0) cursor.sort(sort);
    const found = cursor.skip(skip).all();
    return limit === 0 ? found : found.slice(0, Math.abs(limit));
  }

  aggregate(pipeline: Filter[]): Document[] {
    return aggregate(this.documents, pipeline, {});
  }

  /** Updates documents. @returns the numbers of matched and changed ones, and the id of an upserted one */
  update(
    filter: Filter,
    change: Filter,
    { isMany = false, upsert = false },
  ): { n: number; changed: number; made: unknown } {
    const modifier = withoutInsertion(change);
    const apply = isMany ? updateMany : updateOne;
    const { matchedCount, modifiedCount } = apply(this.documents, filter, modifier);
    if (matchedCount > 0 || !upsert) return { n: matchedCount, changed: modifiedCount, made: null };
    return { n: 1, changed: 0, made: this.make(filter, change)._id };
  }

  /** Updates one document. @returns the document before or after its change, or null; and whether it existed */
  change(
    filter: Filter,
    change: Filter,
    { sort, upsert, after }: { sort?: Sort; upsert: boolean; after: boolean },
  ): { value: Document | null; wasThere: boolean } {
    const [found] = this.find(filter, sort, 0, 1);
    if (!found) return { value: upsert ? this.make(filter, change) : null, wasThere: false };
    const before = { ...found };
    const modifier = withoutInsertion(change);
    updateOne(this.documents, { _id: found._id as unknown }, modifier);
    return { value: after ? (this.find({ _id: found._id as unknown }, undefined)[0] ?? null) : before, wasThere: true };
  }

  remove(filter: Filter, limit: number): number {
    const gone = new Set(this.find(filter, undefined, 0, limit));
    this.documents = this.documents.filter((document) => !gone.has(document));
    return gone.size;
  }

  /** Document that an upsert inserts: the filter's plain values, what is set, and what is set on insertion. */
  private make(filter: Filter, { $set, $setOnInsert }: Filter): Document {
    const isPlain = ([name, value]: [string, unknown]) =>
      !name.startsWith('$') && !(value instanceof Object && Object.keys(value).some((key) => key.startsWith('$')));
    const document: Document = {
      _id: new ObjectId(),
      ...Object.fromEntries(Object.entries(filter).filter(isPlain)),
      ...($set as Document | undefined),
      ...($setOnInsert as Document | undefined),
    };
    this.documents.push(document);
    return document;
  }
}

/** The part of a change that applies to an existing document. */
function withoutInsertion(change: Filter): Filter {
  return Object.fromEntries(Object.entries(change).filter(([operator]) => operator !== '$setOnInsert'));
}
