import { defineLint } from '../../../core/lint.ts'

/** The rules of `patchbay lint codingagent`, by number. CA013, CA014, CA017 and CA020 may need the plan: the files, and which of them an outbox showed. */
export const {
  rules: lintRules,
  finding,
  inOrder,
} = defineLint([
  { rule: 'CA001', severity: 'error', about: 'a line looks like a command but is not valid' },
  { rule: 'CA002', severity: 'error', about: 'a block is not closed' },
  { rule: 'CA003', severity: 'error', about: 'an attribute is missing or occurs twice' },
  { rule: 'CA004', severity: 'error', about: 'the value of an attribute is not valid' },
  { rule: 'CA005', severity: 'warning', about: 'a line was probably meant as a command' },
  { rule: 'CA006', severity: 'warning', about: 'tags are inside a block or in an unusual order' },
  { rule: 'CA007', severity: 'warning', about: 'a command follows DONE' },
  { rule: 'CA008', severity: 'error', about: 'a command is empty, or there are too many' },
  { rule: 'CA009', severity: 'warning', about: 'hidden characters' },
  { rule: 'CA010', severity: 'error', about: 'an attribute that the command does not support' },
  { rule: 'CA011', severity: 'warning', about: 'no commands, or not a reply' },
  { rule: 'CA012', severity: 'warning', about: 'a command that deletes a lot, requests privileges or runs downloaded code' },
  { rule: 'CA013', severity: 'warning', about: 'an edit of a file whose contents were not shown' },
  { rule: 'CA014', severity: 'warning', about: 'a change to a file that changed since it was shown' },
  { rule: 'CA015', severity: 'warning', about: 'edits of one file from top to bottom, which shift later lines' },
  { rule: 'CA016', severity: 'warning', about: 'a file that other programs run automatically' },
  { rule: 'CA017', severity: 'error', about: 'the line range of an edit is not valid' },
  { rule: 'CA018', severity: 'warning', about: 'a code fence around the body of a block' },
  { rule: 'CA019', severity: 'warning', about: 'a body indented along with its tags' },
  { rule: 'CA020', severity: 'error', about: 'the path is outside the workspace or not usable' },
])

export type LintRule = (typeof lintRules)[number]['rule']
