import type { PhaseRecord, WorkflowRun } from '../pure/state-file.ts'
import type { Phase } from '../pure/workflows-data.ts'
import { oneLine } from '../../../core/text.ts'

const mostChars = 1_000

/** File name in `reviews/` for a completed phase: `accuracy_3_build_run-17….md`. */
export function reviewName(run: WorkflowRun, phase: number): string {
  const id = run.id === '' ? 'foreign' : run.id
  return `${run.name}_${phase}_${id}`
    .replaceAll(/[^a-zA-Z0-9_-]+/g, '-')
    .slice(0, 120)
    .concat('.md')
}

/** What was done, as Markdown for people. Text from others is quoted, so it cannot pose as ours. */
export function reviewText(
  run: WorkflowRun,
  phase: Phase,
  record: PhaseRecord,
  artifacts: readonly { readonly path: string; readonly description?: string | undefined }[],
  by: string,
): string {
  const skipped = run.done.filter((each) => each.skipReason !== undefined && each.at === record.at)
  const about = new Map(artifacts.map(({ path, description }) => [path, description]))
  const lines = [
    `# ${run.name}, phase ${record.phase}: ${phase.name}`,
    '',
    `Completed by ${by} on ${record.at}. The phase is for the ${phase.role}; it needs ${phase.artifact}.`,
    ...skipped.flatMap((each) => ['', `Phase ${each.phase} was skipped:`, '', quote(each.skipReason ?? '')]),
    '',
    '## Artifacts',
    '',
    ...record.artifacts.map(
      (path) => `- ${oneLine(path, mostChars)}${about.get(path) === undefined ? '' : ` — ${oneLine(about.get(path) ?? '', mostChars)}`}`,
    ),
    ...(record.notes === undefined ? [] : ['', '## Notes', '', quote(record.notes)]),
  ]
  return `${lines.join('\n')}\n`
}

function quote(text: string): string {
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => `> ${line}`)
    .join('\n')
}
