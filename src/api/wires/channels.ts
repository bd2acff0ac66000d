/** Names of the channels between Electron's main process and the preload script. No imports, because the preload bundle includes this file. */
export const channels = {
  call: 'patchbay:call',
  subscribe: 'patchbay:subscribe',
  taken: 'patchbay:taken',
  unsubscribe: 'patchbay:unsubscribe',
  push: 'patchbay:push',
} as const
