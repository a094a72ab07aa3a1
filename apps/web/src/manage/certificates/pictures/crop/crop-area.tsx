import { type KeyboardEvent, type PointerEvent, useRef } from 'react'
import type { Part } from '../work/picture-edit.ts'
import styles from './crop-area.module.css'
import { dragPart, type Grip } from './crop-part.ts'

const CORNERS: readonly [Grip, string][] = [
  ['topLeft', '左上角'],
  ['topRight', '右上角'],
  ['bottomLeft', '左下角'],
  ['bottomRight', '右下角'],
]
const STEP = 0.01
const LARGE_STEP = 0.1

interface CropAreaProps {
  src: string
  part: Part
  onChange: (part: Part) => void
}

/** A picture with the rectangle that remains, which is moved by pointer, or by arrow keys on the rectangle and its corners. */
export function CropArea({ src, part, onChange }: CropAreaProps) {
  const rootRef = useRef<HTMLDivElement>(null)
  const from = useRef<{ x: number; y: number; part: Part } | null>(null)

  const createHandlers = (grip: Grip) => ({
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      event.currentTarget.setPointerCapture(event.pointerId)
      from.current = { x: event.clientX, y: event.clientY, part }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const box = rootRef.current?.getBoundingClientRect()
      if (!from.current || !box) return
      const by = { x: (clientX - from.current.x) / box.width, y: (clientY - from.current.y) / box.height }
      onChange(dragPart(from.current.part, grip, by))
    },
    onPointerUp: () => {
      from.current = null
    },
    onPointerCancel: () => {
      from.current = null
    },
    onKeyDown: (event: KeyboardEvent) => {
      const step = event.shiftKey ? LARGE_STEP : STEP
      const by = {
        ArrowLeft: { x: -step, y: 0 },
        ArrowRight: { x: step, y: 0 },
        ArrowUp: { x: 0, y: -step },
        ArrowDown: { x: 0, y: step },
      }[event.key]
      if (!by) return
      event.preventDefault()
      onChange(dragPart(part, grip, by))
    },
  })
  const formatPercent = (value: number) => `${value * 100}%`
  const place = {
    '--crop-left': formatPercent(part.left),
    '--crop-top': formatPercent(part.top),
    '--crop-width': formatPercent(part.width),
    '--crop-height': formatPercent(part.height),
  } as Record<string, string>
  return (
    <div className={styles.root} ref={rootRef} style={place}>
      <img className={styles.picture} src={src} alt="" draggable={false} />
      <div className={styles.shade}>
        <div className={styles.hole} />
      </div>
      <div className={styles.kept}>
        <button type="button" className={styles.whole} aria-label="移动保留的部分" {...createHandlers('whole')} />
        {CORNERS.map(([grip, name]) => (
          <button
            type="button"
            className={styles.corner}
            data-grip={grip}
            key={grip}
            aria-label={`移动${name}`}
            {...createHandlers(grip)}
          />
        ))}
      </div>
    </div>
  )
}
