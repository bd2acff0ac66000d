import type { Compose } from '../../../core/link.ts'

/** What can be said in a team: text in a project, to those whom it mentions or to everybody. */
export const jaibberCompose: Compose = {
  targets: 'many',
  where: { label: 'Project', required: true },
  mentions: true,
}
