import type { Compose } from '../../../core/link.ts'

/** What can be sent in a team: text in a project, to those it mentions or to everybody. */
export const jaibberCompose: Compose = {
  targets: 'many',
  where: { label: 'Project', required: true },
  mentions: true,
}
