import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

/** Distance from the end within which the newest message counts as visible. */
const END_PX = 48
/** Distance from the start at which older messages are loaded. */
const START_PX = 240

/** Element that keeps its position when the content changes: the end of the log, or the first visible row. */
type Anchor = 'end' | { row: HTMLElement; topPx: number }

/**
 * Keeps the scroll position while the log grows at both ends: at the end it follows new messages, further up it stays.
 * @param content changes with every change of the rows
 * @param onNearStart called when the first row is near
 */
export function useLogScroll(content: unknown, onNearStart: () => void) {
  const boxRef = useRef<HTMLDivElement>(null)
  const listRef = useRef<HTMLDivElement>(null)
  const anchorRef = useRef<Anchor>('end')
  /** Position set by this hook, px. */
  const settledRef = useRef(-1)
  const [isAtEnd, setIsAtEnd] = useState(true)
  const nearRef = useRef(onNearStart)
  useLayoutEffect(() => {
    nearRef.current = onNearStart
  })

  const update = useCallback(() => {
    const box = boxRef.current
    if (!box) return
    const isEnd = box.scrollHeight - box.scrollTop - box.clientHeight <= END_PX
    const row = isEnd ? null : findFirstInView(listRef.current, box.scrollTop)
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
    update()
  }, [update])

  const handleScroll = useCallback(() => {
    // The reader has not scrolled, but a picture may have loaded since.
    if (boxRef.current?.scrollTop === settledRef.current) settle()
    else update()
  }, [update, settle])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the content may have moved the rows
  useLayoutEffect(settle, [settle, content])
  useEffect(() => {
    // Reacts to loaded pictures and resized windows.
    if (typeof ResizeObserver === 'undefined' || !boxRef.current || !listRef.current) return undefined
    const observer = new ResizeObserver(settle)
    observer.observe(boxRef.current)
    observer.observe(listRef.current)
    return () => observer.disconnect()
  }, [settle])

  return {
    /** The scrolling box; its rows are the children of the list inside, each with `data-row`. */
    boxRef,
    listRef,
    /** Whether the newest message is visible. */
    isAtEnd,
    toEnd: useCallback(() => {
      anchorRef.current = 'end'
      settle()
    }, [settle]),
    /**
     * Scrolls to a hidden row.
     * @param part share of the box's height that stays above the row, 0 to 1
     */
    show: useCallback(
      (key: string, part: number) => {
        const box = boxRef.current
        const row = box?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)
        if (!box || !row) return
        const topPx = row.offsetTop - box.scrollTop
        if (topPx >= 0 && topPx + row.offsetHeight <= box.clientHeight) return
        box.scrollTop = row.offsetTop - box.clientHeight * part
        update()
      },
      [update],
    ),
    handleScroll,
  }
}

/** Binary search for the first row that ends below the upper edge. */
function findFirstInView(list: HTMLElement | null, topPx: number): HTMLElement | null {
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
