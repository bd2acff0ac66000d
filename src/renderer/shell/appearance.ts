import type { Settings } from '../../api/contract.ts'

/** Puts theme, density, typeface and text size on the root element, where tokens.css reads them. */
export function applyAppearance(settings: Settings, root: HTMLElement = document.documentElement): void {
  if (settings.theme === 'system') delete root.dataset.theme
  else root.dataset.theme = settings.theme
  if (settings.density === 'compact') root.dataset.density = 'compact'
  else delete root.dataset.density
  if (settings.text === 'system') root.dataset.text = 'system'
  else delete root.dataset.text
  root.style.fontSize = settings.textSize === 100 ? '' : `${settings.textSize}%`
}
