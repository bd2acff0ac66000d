/**
 * Switches of Chromium and Node that expose the app to another program, or weaken the confinement of its page. A packaged app does not need them. Listed
 * without dashes, as `app.commandLine` expects.
 */
export const debugSwitches = [
  'remote-debugging-port',
  'remote-debugging-pipe',
  'remote-debugging-address',
  'remote-debugging-targets',
  'remote-allow-origins',
  'inspect',
  'inspect-brk',
  'inspect-port',
  'inspect-publish-uid',
  'auto-open-devtools-for-tabs',
  'enable-automation',
  'disable-web-security',
  'disable-site-isolation-trials',
  'single-process',
  'load-extension',
  'disable-extensions-except',
  'js-flags',
  'renderer-cmd-prefix',
  'utility-cmd-prefix',
  'gpu-launcher',
  'host-rules',
  'host-resolver-rules',
  'ignore-certificate-errors',
  'log-net-log',
] as const

/** The first of these switches that this start was given; undefined in development, where they are allowed. */
export function debugSwitch(app: {
  readonly isPackaged: boolean
  readonly commandLine: { hasSwitch(name: string): boolean }
}): string | undefined {
  return app.isPackaged ? debugSwitches.find((name) => app.commandLine.hasSwitch(name)) : undefined
}
