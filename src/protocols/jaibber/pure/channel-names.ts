/** Where everybody says which projects they are on (specification: Channels). */
export const presenceChannel = 'jaibber:presence'

const prefix = 'jaibber:project:'

/** The channel of a project. */
export function channelOf(project: string): string {
  return `${prefix}${project}`
}

/** The project of a channel; undefined: it is no project's. */
export function projectOf(channel: string): string | undefined {
  return channel.startsWith(prefix) ? channel.slice(prefix.length) : undefined
}
