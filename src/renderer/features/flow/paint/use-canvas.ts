import { useLayoutEffect, useMemo, useState, type RefObject } from 'react'
import { useApp } from '../../state/store.ts'
import type { FlowNames } from '../flow-names.ts'
import { useMedia } from '../use-media.ts'
import { readPalette, type Palette } from './palette.ts'

/** The colours of the theme that is on, read again when it changes. Undefined before the first layout. */
export function usePalette(host: RefObject<HTMLElement | null>, names: FlowNames): Palette | undefined {
  const { theme, textSize, density } = useApp((state) => state.settings)
  const isDark = useMedia('(prefers-color-scheme: dark)')
  const isForced = useMedia('(forced-colors: active)')
  const isStrong = useMedia('(prefers-contrast: more)')
  const [palette, setPalette] = useState<Palette>()
  const look = useMemo(() => [theme, textSize, density, isDark, isStrong].join(' '), [theme, textSize, density, isDark, isStrong])
  useLayoutEffect(() => {
    // The theme is set on the document by an effect of the layout above, which runs after this one.
    let isWanted = true
    const read = (): void => {
      if (isWanted && host.current !== null) setPalette(readPalette(host.current, names.looks, isForced, look))
    }
    read()
    queueMicrotask(read)
    void document.fonts?.ready.then(read)
    return () => {
      isWanted = false
    }
  }, [host, names, isForced, look])
  return palette
}

/** Makes a canvas sharp on its screen and draws with CSS px. */
export function prepare(canvas: HTMLCanvasElement, width: number, height: number): CanvasRenderingContext2D | null {
  const ratio = window.devicePixelRatio || 1
  const [w, h] = [Math.round(width * ratio), Math.round(height * ratio)]
  if (canvas.width !== w || canvas.height !== h) {
    canvas.width = w
    canvas.height = h
  }
  const ctx = canvas.getContext('2d')
  if (ctx === null) return null
  ctx.setTransform(ratio, 0, 0, ratio, 0, 0)
  // On whole pixels, blanks between words vanish where a title happens to stand.
  ctx.textRendering = 'geometricPrecision'
  return ctx
}
