import { ApolloLink } from '@apollo/client';
import { OperationTypeNode } from 'graphql';
import { catchError, defer, finalize, map, of, shareReplay, throwError, type Observable } from 'rxjs';

type Answer = ApolloLink.Result;

/** Equal queries in flight. */
interface Flight {
  /** The answer to those that begin in this task. */
  joined: Observable<Answer> | undefined;
  begun: number;
  inFlight: number;
  /** Answer to the query that began last, of those that are answered, and its number. */
  newest?: { number: number; answer: Answer };
}

/**
 * Sends equal queries that begin in the same task once, as several parts of a page ask them, and lets no answer follow that of a query
 * that began later. Apollo's own deduplication joins a query with any that is in flight: what a page asks again after a change would be
 * answered from before it.
 */
export function joinedQueries(): ApolloLink {
  const flights = new Map<string, Flight>();
  return new ApolloLink((operation, forward) => {
    if (operation.operationType !== OperationTypeNode.QUERY) return forward(operation);
    const key = JSON.stringify([operation.operationName, operation.variables]);
    const flight = flights.get(key) ?? { joined: undefined, begun: 0, inFlight: 0 };
    flights.set(key, flight);
    if (flight.joined) return flight.joined;
    setTimeout(() => (flight.joined = undefined));
    flight.joined = inOrder(flight, () => forward(operation)).pipe(
      finalize(() => {
        flight.inFlight -= 1;
        if (flight.inFlight === 0) flights.delete(key);
      }),
      shareReplay({ bufferSize: 1, refCount: true }),
    );
    return flight.joined;
  });
}

function inOrder(flight: Flight, send: () => Observable<Answer>): Observable<Answer> {
  return defer(() => {
    const number = (flight.begun += 1);
    flight.inFlight += 1;
    const later = () => (flight.newest && flight.newest.number > number ? flight.newest.answer : undefined);
    return send().pipe(
      map((answer) => {
        const answered = later();
        if (answered) return answered;
        flight.newest = { number, answer };
        return answer;
      }),
      catchError((error: unknown) => {
        const answered = later();
        return answered ? of(answered) : throwError(() => error);
      }),
    );
  });
}
