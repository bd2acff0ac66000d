import { useEffect, useState } from 'react'

/** `s` < 820, `m` < 1100, `` , `l` ≥ 1720: the window's width in pixels at a text size of 100 %. */
export type WidthClass = 's' | 'm' | '' | 'l'

export interface ScreenSize {
  readonly width: WidthClass
  /** Too narrow for a list, the main pane and the inspector side by side. */
  readonly isTight: boolean
  /** Low enough that the list pane folds everything but the conversations. */
  readonly isShort: boolean
  /** Low enough that the composer hides its preview. */
  readonly isLow: boolean
}

/** The width class: larger text narrows the layout like a smaller window does. `scale`: see `textScale`. */
export function useScreenSize(scale: number): ScreenSize {
  const [size, setSize] = useState(() => sizeOf(scale))
  useEffect(() => {
    const update = (): void => {
      const next = sizeOf(scale)
      setSize((before) =>
        before.width === next.width && before.isTight === next.isTight && before.isLow === next.isLow && before.isShort === next.isShort
          ? before
          : next,
      )
    }
    update()
    window.addEventListener('resize', update)
    return () => window.removeEventListener('resize', update)
  }, [scale])
  return size
}

function sizeOf(scale: number): ScreenSize {
  const width = window.innerWidth / scale
  const height = window.innerHeight / scale
  return {
    width: width < 820 ? 's' : width < 1_100 ? 'm' : width >= 1_720 ? 'l' : '',
    isTight: width < 1_300,
    isShort: height < 640,
    isLow: height < 560,
  }
}
