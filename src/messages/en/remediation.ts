/** Sentences of remediations beside the words of the content. */
export const remediation = {
  gone: 'The framework has this control no more: nothing is left to do for it.',
  moreFailing_one: ' {{count}} more check must pass too: see the failing findings of the control.',
  moreFailing_other: ' {{count}} more checks must pass too: see the failing findings of the control.',
  morePassing_one: ' {{count}} more check must pass: see the checks of the control.',
  morePassing_other: ' {{count}} more checks must pass: see the checks of the control.',
  report: 'Repair what the scanner reports: {{titles}}.',
  rule: 'Look up rule {{rule}} in the documentation of the scanner, repair the resources that the finding names, then scan again and import the new report.',
  answer: 'Answer what an auditor would ask',
  assess:
    'Automated checks do not show this control: put it in place, keep the evidence, and assess {{universalControls}}.',
};
