import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** So near to its end the newest message is in view. */
const END_PX = 48
/** So near to the start older messages are asked for. */
const START_PX = 240

/** What stays where it is when something is added above or grows: the end, or the first row in view. */
type Anchor = 'end' | { row: HTMLElement; topPx: number }

export interface LogScroll {
  /** The box that scrolls; its rows are the children of the list inside, each with `data-row`. */
  boxRef: React.RefObject<HTMLDivElement | null>
  listRef: React.RefObject<HTMLDivElement | null>
  /** The newest message is in view. */
  isAtEnd: boolean
  toEnd: () => void
  /** Brings a row that is not in view into it. @param part of the box's height above it, 0 to 1 */
  show: (key: string, part: number) => void
  handleScroll: () => void
}

/**
 * Keeps a log still while it grows at both ends: at its end it follows, further up what is read stays where it is.
 * @param content changes with every change of what is shown
 * @param onNearStart told when the reader comes near to the first row, or all rows are in view
 */
export function useLogScroll(content: unknown, onNearStart: () => void): LogScroll {
  const boxRef = useRef<HTMLDivElement>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const anchorRef = useRef<Anchor>('end')
  /** Where this hook has scrolled to; px. */
  const settledRef = useRef(-1)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const nearRef = useRef(onNearStart)
  useLayoutEffect(() => {
    nearRef.current = onNearStart
  })

  const look = useCallback(() => {
    const box = boxRef.current
    if (!box) return
    const isEnd = box.scrollHeight - box.scrollTop - box.clientHeight <= END_PX
    const row = isEnd ? null : firstInView(listRef.current, box.scrollTop)
    anchorRef.current = row ? { row, topPx: row.offsetTop - box.scrollTop } : 'end'
    setIsAtEnd(isEnd)
    if (box.scrollTop <= START_PX) nearRef.current()
  }, [])

  const settle = useCallback(() => {
    const box = boxRef.current
    const anchor = anchorRef.current
    if (!box) return
    if (anchor === 'end') box.scrollTop = box.scrollHeight
    else if (anchor.row.isConnected) box.scrollTop = anchor.row.offsetTop - anchor.topPx
    settledRef.current = box.scrollTop
    look()
  }, [look])

  const handleScroll = useCallback(() => {
    // Told of a movement of its own a picture may have come meanwhile: the reader has not moved away from the end.
    if (boxRef.current?.scrollTop === settledRef.current) settle()
    else look()
  }, [look, settle])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of what is shown may have moved the rows
  useLayoutEffect(settle, [settle, content])
  useEffect(() => {
    // Pictures that have come, and a window of another size.
    if (typeof ResizeObserver === 'undefined' || !boxRef.current || !listRef.current) return undefined
    const observer = new ResizeObserver(settle)
    observer.observe(boxRef.current)
    observer.observe(listRef.current)
    return () => observer.disconnect()
  }, [settle])

  return {
    boxRef,
    listRef,
    isAtEnd,
    toEnd: useCallback(() => {
      anchorRef.current = 'end'
      settle()
    }, [settle]),
    show: useCallback(
      (key, part) => {
        const box = boxRef.current
        const row = box?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)
        if (!box || !row) return
        const topPx = row.offsetTop - box.scrollTop
        if (topPx >= 0 && topPx + row.offsetHeight <= box.clientHeight) return
        box.scrollTop = row.offsetTop - box.clientHeight * part
        look()
      },
      [look],
    ),
    handleScroll,
  }
}

/** Rows stand under each other: the first one whose end is below the upper edge. */
function firstInView(list: HTMLElement | null, topPx: number): HTMLElement | null {
  const rows = list?.children ?? []
  let low = 0
  let high = rows.length - 1
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    const row = rows[middle] as HTMLElement
    if (row.offsetTop + row.offsetHeight > topPx) high = middle
    else low = middle + 1
  }
  return (rows[low] as HTMLElement | undefined) ?? null
}
