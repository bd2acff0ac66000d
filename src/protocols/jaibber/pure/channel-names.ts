/** The channel where everybody lists their projects (specification: Channels). */
export const presenceChannel = 'jaibber:presence'

const prefix = 'jaibber:project:'

/** The channel of a project. */
export function channelOf(project: string): string {
  return `${prefix}${project}`
}

/** The project of a channel; undefined if the channel is not a project's. */
export function projectOf(channel: string): string | undefined {
  return channel.startsWith(prefix) ? channel.slice(prefix.length) : undefined
}
