/** A field of a form, as far as its fault goes by it. */
export interface FaultyField {
  tagName: string;
  type: string;
  validity: Readonly<Partial<Record<'valueMissing' | 'typeMismatch' | 'tooShort', boolean>>>;
}

/** Key of the message for a field that its attributes do not admit (`fault.…` of the common messages). */
export function faultOf({ tagName, type, validity }: FaultyField) {
  if (validity.valueMissing) {
    if (type === 'checkbox') return 'unticked';
    return type === 'radio' || type === 'file' || tagName === 'SELECT' ? 'unchosen' : 'missing';
  }
  if (validity.typeMismatch) return type === 'email' ? 'email' : 'url';
  return validity.tooShort ? 'short' : 'wrong';
}
