import { Minus, Plus, Scan, X } from '@lucide/icons'
import { type PointerEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { IconButton } from '#ui/forms/icon-button.tsx'
import type { FigurePicture } from './figure-pictures.ts'
import styles from './figure-viewer.module.css'
import { type FigureView, moveBy, type StagePoint, WHOLE_FIGURE, ZOOM_STEP, zoomAt } from './figure-zoom.ts'

export interface FigureViewerProps {
  picture: FigurePicture
  onClose: () => void
}

const CENTRE: StagePoint = { x: 0, y: 0 }
const KEY_STEP_PX = 60
const ARROWS: Readonly<Record<string, StagePoint>> = {
  ArrowLeft: { x: KEY_STEP_PX, y: 0 },
  ArrowRight: { x: -KEY_STEP_PX, y: 0 },
  ArrowUp: { x: 0, y: KEY_STEP_PX },
  ArrowDown: { x: 0, y: -KEY_STEP_PX },
}

/** Zooms and pans a picture by keys (`+`, `−`, `0`, arrows), wheel, drag and pinch. */
export function FigureViewer({ picture, onClose }: FigureViewerProps) {
  const { stageRef, view, zoom, move, reset } = useFigureView()
  const pointers = usePointers({ zoom, move })
  const handleKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const arrow = ARROWS[event.key]
    if (event.key === '+' || event.key === '=') zoom(ZOOM_STEP, CENTRE)
    else if (event.key === '-' || event.key === '_') zoom(1 / ZOOM_STEP, CENTRE)
    else if (event.key === '0') reset()
    else if (arrow) move(arrow)
    else return
    event.preventDefault()
  }
  const keysRef = useKeys(handleKeyDown)
  return (
    <Dialog
      label={picture.alt ? `图片：${picture.alt}` : '图片'}
      onClose={onClose}
      hasCloseButton={false}
      className={styles.root}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: keys are handled by the dialog, and buttons do the same */}
      <div
        ref={stageRef}
        className={styles.stage}
        data-zoomed={view.scale > 1 || undefined}
        data-drawn={picture.src.endsWith('.svg') || undefined}
        onDoubleClick={(event) =>
          view.scale > 1 ? reset() : zoom(ZOOM_STEP ** 2, toStagePoint(event.currentTarget, event))
        }
        {...pointers}
      >
        <img className={styles.picture} src={picture.src} alt={picture.alt} draggable={false} />
      </div>
      <div className={styles.foot} ref={keysRef}>
        <p className={styles.caption}>{picture.caption || picture.alt}</p>
        <div className={styles.tools}>
          <IconButton icon={Minus} label="缩小" onClick={() => zoom(1 / ZOOM_STEP, CENTRE)} />
          <span className={styles.scale} aria-live="polite">
            {Math.round(view.scale * 100)}%
          </span>
          <IconButton icon={Plus} label="放大" onClick={() => zoom(ZOOM_STEP, CENTRE)} />
          <IconButton icon={Scan} label="还原" onClick={reset} />
          <IconButton icon={X} label="关闭" onClick={onClose} />
        </div>
      </div>
    </Dialog>
  )
}

/** Handles keys anywhere in the dialog. */
function useKeys(handle: (event: KeyboardEvent) => void) {
  const ref = useRef<HTMLDivElement>(null)
  const handleRef = useRef(handle)
  useLayoutEffect(() => {
    handleRef.current = handle
  })
  useEffect(() => {
    const dialog = ref.current?.closest('dialog')
    const listen = (event: KeyboardEvent) => handleRef.current(event)
    dialog?.addEventListener('keydown', listen)
    return () => dialog?.removeEventListener('keydown', listen)
  }, [])
  return ref
}

function useFigureView() {
  const stageRef = useRef<HTMLDivElement>(null)
  const [view, setView] = useState<FigureView>(WHOLE_FIGURE)
  const zoom = (factor: number, at: StagePoint) =>
    setView((before) => zoomAt(before, factor, at, getSize(stageRef.current)))
  const move = (by: StagePoint) => setView((before) => moveBy(before, by, getSize(stageRef.current)))

  useLayoutEffect(() => {
    const style = stageRef.current?.style
    style?.setProperty('--figure-scale', String(view.scale))
    style?.setProperty('--figure-x', `${view.x}px`)
    style?.setProperty('--figure-y', `${view.y}px`)
  }, [view])
  useEffect(() => {
    const stage = stageRef.current
    const handleWheel = (event: WheelEvent) => {
      event.preventDefault()
      if (!stage) return
      const at = toStagePoint(stage, event)
      setView((before) => zoomAt(before, Math.exp(-event.deltaY / 400), at, getSize(stage)))
    }
    // React's wheel listeners are passive, and the page behind would scroll.
    stage?.addEventListener('wheel', handleWheel, { passive: false })
    return () => stage?.removeEventListener('wheel', handleWheel)
  }, [])
  return { stageRef, view, zoom, move, reset: () => setView(WHOLE_FIGURE) }
}

/** One pointer pans, two zoom and pan. */
function usePointers({
  zoom,
  move,
}: {
  zoom: (factor: number, at: StagePoint) => void
  move: (by: StagePoint) => void
}) {
  const pointersRef = useRef(new Map<number, StagePoint>())
  const release = (event: PointerEvent) => pointersRef.current.delete(event.pointerId)
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      // jsdom lacks this method.
      event.currentTarget.setPointerCapture?.(event.pointerId)
      pointersRef.current.set(event.pointerId, toStagePoint(event.currentTarget, event))
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const down = pointersRef.current
      const before = down.get(event.pointerId)
      if (!before) return
      const now = toStagePoint(event.currentTarget, event)
      const other = [...down].find(([id]) => id !== event.pointerId)?.[1]
      down.set(event.pointerId, now)
      if (!other) return move({ x: now.x - before.x, y: now.y - before.y })
      const factor = computeDistance(now, other) / Math.max(1, computeDistance(before, other))
      zoom(factor, { x: (now.x + other.x) / 2, y: (now.y + other.y) / 2 })
      move({ x: (now.x - before.x) / 2, y: (now.y - before.y) / 2 })
    },
    onPointerUp: release,
    onPointerCancel: release,
  }
}

function getSize(stage: HTMLElement | null): StagePoint {
  return { x: stage?.clientWidth ?? 0, y: stage?.clientHeight ?? 0 }
}

/** Position of an event, px from the centre of the stage. */
function toStagePoint(stage: Element, { clientX, clientY }: { clientX: number; clientY: number }): StagePoint {
  const { left, top, width, height } = stage.getBoundingClientRect()
  return { x: clientX - left - width / 2, y: clientY - top - height / 2 }
}

function computeDistance(a: StagePoint, b: StagePoint): number {
  return Math.hypot(a.x - b.x, a.y - b.y)
}
