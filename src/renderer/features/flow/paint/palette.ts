/** Roles of the plot and the tokens behind them; with forced colours, the system's own. */
const roles = {
  main: ['--bg-main', 'Canvas'],
  raised: ['--bg-raised', 'Canvas'],
  sunken: ['--bg-sunken', 'Canvas'],
  side: ['--bg-side', 'Canvas'],
  active: ['--bg-active', 'Canvas'],
  task: ['--bg-task', 'Canvas'],
  ink: ['--text-1', 'CanvasText'],
  mid: ['--text-2', 'CanvasText'],
  dim: ['--text-3', 'CanvasText'],
  line1: ['--line-1', 'GrayText'],
  line2: ['--line-2', 'GrayText'],
  line3: ['--line-3', 'CanvasText'],
  accent: ['--accent', 'Highlight'],
  focus: ['--focus', 'Highlight'],
  needs: ['--needs', 'CanvasText'],
  needsText: ['--needs-text', 'CanvasText'],
  working: ['--working', 'CanvasText'],
  waiting: ['--waiting', 'CanvasText'],
  lost: ['--lost', 'LinkText'],
  lostText: ['--lost-text', 'LinkText'],
  lostBg: ['--lost-bg', 'Canvas'],
  lostLine: ['--lost-line', 'LinkText'],
} as const satisfies Readonly<Record<string, readonly [token: string, system: string]>>

export type Role = keyof typeof roles

/** Colours and faces as the canvas needs them: resolved for the theme that is on. */
export interface Palette {
  readonly color: Readonly<Record<Role, string>>
  /** Colour of a link's foot. */
  readonly hue: (link: string) => string
  /** Two letters of a link. */
  readonly letters: (link: string) => string
  /** Text of 11 px at a text size of 100 %. */
  readonly text: string
  readonly strong: string
  readonly mono: string
  readonly textSize: number
  readonly isForced: boolean
  /** What it was read for: theme, contrast, text size. */
  readonly look: string
}

export interface LinkLook {
  readonly hue: string
  readonly letters: string
}

/**
 * Reads the tokens as they are computed where `host` is. A custom property keeps its text (`light-dark(…)`), so each is resolved by an element that uses it.
 */
export function readPalette(host: HTMLElement, links: ReadonlyMap<string, LinkLook>, isForced: boolean, look: string): Palette {
  const probe = document.createElement('span')
  probe.style.setProperty('forced-color-adjust', 'none')
  probe.style.fontSize = 'var(--fs-meta)'
  host.append(probe)
  const resolve = (value: string): string => {
    probe.style.color = value
    return getComputedStyle(probe).color
  }
  const color = Object.fromEntries(
    Object.entries(roles).map(([role, [token, system]]) => [role, resolve(isForced ? system : `var(${token})`)]),
  ) as Record<Role, string>
  const hues = new Map([...links].map(([link, { hue }]) => [link, isForced ? color.ink : resolve(hue)]))
  const style = getComputedStyle(probe)
  const textSize = Number.parseFloat(style.fontSize) || 11
  const face = style.fontFamily
  probe.style.fontFamily = 'var(--font-mono)'
  const mono = getComputedStyle(probe).fontFamily
  probe.remove()
  return {
    color,
    hue: (link) => hues.get(link) ?? color.line3,
    letters: (link) => links.get(link)?.letters ?? '',
    text: `${textSize}px ${face}`,
    strong: `500 ${textSize}px ${face}`,
    mono: `${textSize}px ${mono}`,
    textSize,
    isForced,
    look,
  }
}
