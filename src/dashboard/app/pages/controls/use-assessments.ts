import { useApolloClient } from '@apollo/client/react';
import { useEffect, useState } from 'react';
import { AssessmentsOfUniversalControlDocument, type AssessmentsOfUniversalControlQuery } from './control.gql';

export interface Assessments {
  found: AssessmentsOfUniversalControlQuery['assessments']['nodes'];
  error: unknown;
}

interface Assessed {
  id: string;
  assessment: { assessedAt: string } | null;
}

/** The newest assessments of universal controls. One that was never assessed is not asked about, one that is assessed anew is again. */
export function useAssessments(universalControls: readonly Assessed[]): Assessments {
  const client = useApolloClient();
  const [assessments, setAssessments] = useState<Assessments>({ found: [], error: undefined });
  const wanted = JSON.stringify(
    universalControls.flatMap(({ id, assessment }) => (assessment ? [[id, assessment.assessedAt]] : [])),
  );
  useEffect(() => {
    let isWanted = true;
    const ids = universalControls.flatMap(({ id, assessment }) => (assessment ? [id] : []));
    const asked = ids.map((universalControlId) =>
      client.query({
        query: AssessmentsOfUniversalControlDocument,
        variables: { universalControlId },
        fetchPolicy: 'network-only',
      }),
    );
    Promise.all(asked).then(
      (answers) => {
        const found = answers.flatMap(({ data }) => data?.assessments.nodes ?? []);
        if (isWanted) setAssessments({ found, error: undefined });
      },
      (error: unknown) => {
        if (isWanted) setAssessments((before) => ({ ...before, error }));
      },
    );
    return () => {
      isWanted = false;
    };
    // `wanted` is what of the universal controls matters here.
  }, [client, wanted]);
  return assessments;
}
