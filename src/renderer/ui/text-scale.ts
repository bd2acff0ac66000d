/** What `rem` is at the usual size of letters, px. */
const usualPx = 16

/**
 * How much larger text is than usual: Patchbay's text size, in percent, of what the browser makes of 100 %, where people set it who read larger
 * letters. Style sheets follow both by `rem`; what is measured in pixels follows this.
 */
export function textScale(textSize: number, root: HTMLElement = document.documentElement): number {
  const ours = root.style.fontSize === '' ? 1 : Number.parseFloat(root.style.fontSize) / 100
  const browser = Number.parseFloat(getComputedStyle(root).fontSize) / ours / usualPx
  return (textSize / 100) * (browser || 1)
}
