/** Names of the channels between Electron's main process and the preload script. No imports: the preload bundle holds this file. */
export const channels = {
  call: 'patchbay:call',
  subscribe: 'patchbay:subscribe',
  taken: 'patchbay:taken',
  unsubscribe: 'patchbay:unsubscribe',
  push: 'patchbay:push',
} as const
