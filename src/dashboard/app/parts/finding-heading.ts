interface Finding {
  status: string;
  fault: string;
  check: { title: string };
}

/** What is wrong where a finding fails; else what its check is about. */
export function headingOf({ status, fault, check }: Finding): string {
  return status === 'fail' ? fault : check.title;
}
