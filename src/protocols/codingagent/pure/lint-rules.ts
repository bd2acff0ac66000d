import { defineLint } from '../../../core/lint.ts'

/** The rules of `patchbay lint codingagent`, by number. CA013, CA014, CA017 and CA020 may need the plan: the files, and what an outbox showed of them. */
export const {
  rules: lintRules,
  finding,
  inOrder,
} = defineLint([
  { rule: 'CA001', severity: 'error', about: 'a line that begins like a command is none' },
  { rule: 'CA002', severity: 'error', about: 'a block is not closed' },
  { rule: 'CA003', severity: 'error', about: 'an attribute is missing or given twice' },
  { rule: 'CA004', severity: 'error', about: 'the value of an attribute cannot be' },
  { rule: 'CA005', severity: 'warning', about: 'a line was probably meant as a command' },
  { rule: 'CA006', severity: 'warning', about: 'tags stand inside of a block or follow in an odd way' },
  { rule: 'CA007', severity: 'warning', about: 'a command stands behind DONE' },
  { rule: 'CA008', severity: 'error', about: 'a command is empty, or there are too many' },
  { rule: 'CA009', severity: 'warning', about: 'characters that a screen hides' },
  { rule: 'CA010', severity: 'error', about: 'an attribute that the command does not have' },
  { rule: 'CA011', severity: 'warning', about: 'no command at all, or no reply' },
  { rule: 'CA012', severity: 'warning', about: 'a command that removes much, asks for rights or runs what it fetches' },
  { rule: 'CA013', severity: 'warning', about: 'an edit of a file whose contents were not shown' },
  { rule: 'CA014', severity: 'warning', about: 'a change of a file that changed since it was shown' },
  { rule: 'CA015', severity: 'warning', about: 'edits of one file from the top down, so that lines move' },
  { rule: 'CA016', severity: 'warning', about: 'a file that other programs run by themselves' },
  { rule: 'CA017', severity: 'error', about: 'the lines of an edit cannot be' },
  { rule: 'CA018', severity: 'warning', about: 'a code fence around the body of a block' },
  { rule: 'CA019', severity: 'warning', about: 'a body that is indented with its tags' },
  { rule: 'CA020', severity: 'error', about: 'the path leaves the workspace or cannot be used' },
])

export type LintRule = (typeof lintRules)[number]['rule']
