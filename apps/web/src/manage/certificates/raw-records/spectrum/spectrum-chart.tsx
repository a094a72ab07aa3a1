import { type KeyboardEvent, memo, type PointerEvent, useId, useMemo, useState } from 'react'
import { round } from '#manage/controls/charts/chart-frame.tsx'
import { useWidth } from '#manage/controls/charts/use-width.ts'
import { Button } from '#ui/forms/button.tsx'
import type { Peak } from './find-peaks.ts'
import { chooseTicks, drawCurve, findNearest, formatPosition, formatTick, formatValue, type Ticks } from './plot.ts'
import type { Spectrum } from './spectrum.ts'
import { formatAxis, type SpectrumAxes } from './spectrum-axes.ts'
import styles from './spectrum-chart.module.css'
import type { Zoom } from './use-zoom.ts'

const NARROW_PX = 480
const HEIGHT_PX = { wide: 380, narrow: 300 } as const
/** Distances from the edges to the plot. */
const EDGE = { right: 12, top: 10, bottom: 50 } as const
/** Space between the curve and the edge of the plot: with labels of peaks, and without. */
const ROOM = { labels: 54, plain: 10 } as const
/** Minimum distance of two labels of peaks. */
const LABEL_PX = 12
/** Points that an arrow key moves by while Shift is held. */
const FAST = 20
/** Minimum width of a section that is selected with the pointer. A shorter movement is a click. */
const SELECTED_PX = 8
/** Share of the section that one step of magnification shows. */
const STEP = 0.5

interface DrawingProps {
  plot: Plot
  spectrum: Spectrum
  axes: SpectrumAxes
  peaks: readonly Peak[]
}

interface SpectrumChartProps extends Omit<DrawingProps, 'plot' | 'spectrum'> {
  zoom: Zoom
}

/** The curve of a spectrum with axes and main peaks. The pointer or the keyboard reads single points, and magnifies. */
export function SpectrumChart({ zoom, axes, peaks }: SpectrumChartProps) {
  const helpId = useId()
  const { ref, widthPx } = useWidth()
  const spectrum = zoom.part
  const { xs, ys } = spectrum
  const last = xs.length - 1
  const plot = useMemo(() => computePlot(spectrum, axes, widthPx), [spectrum, axes, widthPx])
  /** Position that is read; `null` before the first one. */
  const [position, setPosition] = useState<number | null>(null)
  const setIndex = (index: number) => setPosition(xs[Math.min(last, Math.max(0, index))] ?? null)
  const start = chooseStart(peaks)
  const shown = position === null ? start : findNearest(xs, position)
  const selection = useSelection(plot, zoom)
  /** Change of the index towards the right. */
  const forward = (xs[last] ?? 0) >= (xs[0] ?? 0) !== axes.x.isReversed ? 1 : -1
  const words = describePoint(spectrum, axes, shown)

  const readAt = (event: PointerEvent) => setIndex(findNearest(xs, plot.toPosition(getPx(event))))
  const scale = (factor: number) => zoom.scale(factor, position ?? xs[last >> 1] ?? 0)
  const handleKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const magnify = {
      '+': () => scale(STEP),
      '=': () => scale(STEP),
      '-': () => scale(1 / STEP),
      '0': zoom.showAll,
    }[event.key]
    const to = findTarget(event, { shown, last, forward, peaks })
    if (!magnify && to === undefined) return
    event.preventDefault()
    if (to === undefined) magnify?.()
    else setIndex(to)
  }
  return (
    <figure className={styles.root}>
      <figcaption className={styles.reading}>
        <span>{formatAxis(axes.y)}</span>
        {position !== null && <span className={styles.values}>{words}</span>}
      </figcaption>
      <div className={styles.plot} ref={ref}>
        <div
          className={styles.reader}
          role="slider"
          tabIndex={0}
          aria-label="图谱读数"
          aria-describedby={helpId}
          aria-valuemin={0}
          aria-valuemax={last}
          aria-valuenow={forward > 0 ? shown : last - shown}
          aria-valuetext={words}
          onFocus={() => position === null && setIndex(start)}
          onKeyDown={handleKey}
          onPointerDown={(event) => {
            readAt(event)
            selection.begin(event)
          }}
          onPointerMove={(event) => {
            readAt(event)
            selection.extend(event)
          }}
          onPointerUp={selection.finish}
          onPointerCancel={selection.cancel}
        >
          <svg className={styles.chart} width={widthPx} height={plot.heightPx} aria-hidden="true">
            {selection.isShown && (
              <rect
                className={styles.selection}
                x={selection.left}
                y={plot.top}
                width={selection.width}
                height={plot.bottom - plot.top}
              />
            )}
            <Drawing plot={plot} spectrum={spectrum} axes={axes} peaks={peaks} />
            {position !== null && <Cursor plot={plot} x={xs[shown] ?? 0} y={ys[shown] ?? Number.NaN} />}
          </svg>
        </div>
      </div>
      <div className={styles.foot}>
        <p className={styles.help} id={helpId}>
          指向曲线读数，拖选一段放大；← → 逐点移动（Shift 快移），PageUp、PageDown 换{axes.hasValleys ? '谷' : '峰'}，+
          − 缩放，0 全谱
        </p>
        <div className={styles.buttons}>
          <Button variant="quiet" onClick={() => scale(STEP)}>
            放大
          </Button>
          <Button variant="quiet" onClick={() => scale(1 / STEP)}>
            缩小
          </Button>
          <Button variant="quiet" onClick={zoom.showAll}>
            全谱
          </Button>
        </div>
      </div>
    </figure>
  )
}

/** Distance of a pointer from the left edge of the chart. */
const getPx = ({ clientX, currentTarget }: PointerEvent) => clientX - currentTarget.getBoundingClientRect().left

/** A section that is selected with the mouse. Fingers read and scroll. */
function useSelection({ left, right, toPosition }: Plot, zoom: Zoom) {
  const [ends, setEnds] = useState<readonly [number, number] | null>(null)
  const clip = (px: number) => Math.min(right, Math.max(left, px))
  const [from, to] = ends ?? [0, 0]
  const width = Math.abs(to - from)
  const isShown = width >= SELECTED_PX
  return {
    isShown,
    left: Math.min(from, to),
    width,
    begin(event: PointerEvent) {
      if (event.pointerType !== 'mouse' || event.button !== 0) return
      event.currentTarget.setPointerCapture?.(event.pointerId)
      setEnds([clip(getPx(event)), clip(getPx(event))])
    },
    extend: (event: PointerEvent) => ends && setEnds([from, clip(getPx(event))]),
    finish() {
      if (isShown) zoom.select(toPosition(from), toPosition(to))
      setEnds(null)
    },
    cancel: () => setEnds(null),
  }
}

/** Describes a point: `波数 3617.3 cm⁻¹，吸光度 0.2531`. */
function describePoint(spectrum: Spectrum, { x, y }: SpectrumAxes, index: number): string {
  const position = formatPosition(spectrum.xs[index] ?? 0, spectrum)
  const value = formatValue(spectrum.ys[index] ?? Number.NaN)
  return `${x.name} ${`${position} ${x.unit}`.trim()}，${y.name} ${value}${y.unit}`
}

/** Index of the strongest peak, where reading by keyboard begins. */
function chooseStart(peaks: readonly Peak[]): number {
  return peaks.reduce((best, peak) => (peak.prominence > best.prominence ? peak : best), { index: 0, prominence: -1 })
    .index
}

/** Finds the point that a key leads to; `undefined` for other keys. */
function findTarget(
  { key, shiftKey }: KeyboardEvent,
  { shown, last, forward, peaks }: { shown: number; last: number; forward: number; peaks: readonly Peak[] },
): number | undefined {
  const stride = forward * (shiftKey ? FAST : 1)
  const inOrder = forward > 0 ? peaks : [...peaks].reverse()
  const isAfter = (index: number) => (index - shown) * forward > 0
  const isBefore = (index: number) => (index - shown) * forward < 0
  return {
    ArrowLeft: shown - stride,
    ArrowDown: shown - stride,
    ArrowRight: shown + stride,
    ArrowUp: shown + stride,
    PageUp: inOrder.findLast(({ index }) => isBefore(index))?.index ?? shown,
    PageDown: inOrder.find(({ index }) => isAfter(index))?.index ?? shown,
    Home: forward > 0 ? 0 : last,
    End: forward > 0 ? last : 0,
  }[key]
}

interface Plot {
  left: number
  right: number
  top: number
  bottom: number
  heightPx: number
  toX: (x: number) => number
  toY: (y: number) => number
  /** Computes the position at a distance from the left edge of the drawing. */
  toPosition: (px: number) => number
  xTicks: Ticks
  yTicks: Ticks
}

function computePlot({ xs, ys, isPeakTable }: Spectrum, { x, hasValleys }: SpectrumAxes, widthPx: number): Plot {
  const heightPx = widthPx < NARROW_PX ? HEIGHT_PX.narrow : HEIGHT_PX.wide
  const [top, bottom, right] = [EDGE.top, heightPx - EDGE.bottom, widthPx - EDGE.right]
  const [least, greatest] = findRange(ys, isPeakTable)
  const highest = top + (hasValleys ? ROOM.plain : ROOM.labels)
  const lowest = bottom - (isPeakTable ? 0 : hasValleys ? ROOM.labels : ROOM.plain)
  const perPx = (greatest - least) / (lowest - highest)
  const yTicks = chooseTicks(least - (bottom - lowest) * perPx, greatest + (highest - top) * perPx, (bottom - top) / 44)
  const longest = Math.max(...yTicks.labelled.map((value) => formatTick(value, yTicks.step).length), 1)
  const left = 16 + longest * 7

  const ends = [xs[0] ?? 0, xs.at(-1) ?? 0]
  // Peaks at the ends keep a distance from the edge.
  const margin = isPeakTable ? (Math.max(...ends) - Math.min(...ends)) * 0.04 || 1 : 0
  const [from, to] = [Math.min(...ends) - margin, Math.max(...ends) + margin]
  const [start, end] = x.isReversed ? [to, from] : [from, to]
  return {
    left,
    right,
    top,
    bottom,
    heightPx,
    toX: (position) => left + ((position - start) / (end - start)) * (right - left),
    toY: (value) => lowest - (value - least) / perPx,
    toPosition: (px) => start + ((px - left) / (right - left)) * (end - start),
    xTicks: chooseTicks(from, to, (right - left) / 64),
    yTicks,
  }
}

/** Finds the least and the greatest value. */
function findRange(ys: Float64Array, isPeakTable: boolean): readonly [number, number] {
  let [least, greatest] = isPeakTable ? [0, 0] : [Infinity, -Infinity]
  for (const y of ys) {
    if (y < least) least = y
    if (y > greatest) greatest = y
  }
  return greatest > least ? [least, greatest] : [least - 1, greatest + 1]
}

/** All that does not change while points are read. */
const Drawing = memo(function Drawing({ plot, spectrum, axes, peaks }: DrawingProps) {
  const { left, right, top, bottom, toX, toY, xTicks, yTicks } = plot
  const ruler = [
    ...xTicks.minor.map((x) => `M${round(toX(x))} ${bottom}v5`),
    ...xTicks.labelled.map((x) => `M${round(toX(x))} ${bottom}v9`),
  ].join('')
  return (
    <>
      {yTicks.labelled.map((y) => (
        <g key={y}>
          <path className={styles.line} d={`M${left} ${round(toY(y))}H${right}`} />
          <text x={left - 8} y={round(toY(y)) + 4} textAnchor="end">
            {formatTick(y, yTicks.step)}
          </text>
        </g>
      ))}
      <path className={styles.axis} d={`M${left} ${top}V${bottom}H${right}${ruler}`} />
      {xTicks.labelled.map((x) => (
        <text key={x} x={Math.min(round(toX(x)), right - 6)} y={bottom + 23} textAnchor="middle">
          {formatTick(x, xTicks.step)}
        </text>
      ))}
      <text className={styles.title} x={right} y={bottom + 41} textAnchor="end">
        {formatAxis(axes.x)}
      </text>
      {spectrum.isPeakTable ? (
        <path className={styles.curve} d={drawSticks(spectrum, plot)} />
      ) : (
        <path className={styles.curve} d={drawCurve(spectrum, plot)} />
      )}
      {chooseLabels(peaks, spectrum, plot).map(({ index }) => (
        <PeakLabel key={index} at={index} spectrum={spectrum} axes={axes} plot={plot} />
      ))}
    </>
  )
})

function drawSticks({ xs, ys }: Spectrum, { toX, toY }: Plot): string {
  return Array.from(xs, (x, index) => `M${round(toX(x))} ${round(toY(0))}V${round(toY(ys[index] as number))}`).join('')
}

/** Chooses the most prominent peaks whose labels do not touch. */
function chooseLabels(peaks: readonly Peak[], { xs }: Spectrum, { toX }: Plot): Peak[] {
  const chosen: Peak[] = []
  for (const peak of [...peaks].sort((a, b) => b.prominence - a.prominence)) {
    const x = toX(xs[peak.index] as number)
    if (chosen.every(({ index }) => Math.abs(toX(xs[index] as number) - x) >= LABEL_PX)) chosen.push(peak)
  }
  return chosen
}

/** The position of a peak, upright above it, or below a valley. */
function PeakLabel({ at, spectrum, axes, plot }: Omit<DrawingProps, 'peaks'> & { at: number }) {
  const [x, y] = [round(plot.toX(spectrum.xs[at] as number)), round(plot.toY(spectrum.ys[at] as number))]
  const side = axes.hasValleys ? 1 : -1
  return (
    <g className={styles.peak}>
      <path d={`M${x} ${y + side * 3}v${side * 6}`} />
      <text
        transform={`translate(${x + 4} ${y + side * 13}) rotate(-90)`}
        textAnchor={axes.hasValleys ? 'end' : 'start'}
      >
        {formatPosition(spectrum.xs[at] as number, spectrum)}
      </text>
    </g>
  )
}

/** Marks the point that is read. */
function Cursor({ plot, x, y }: { plot: Plot; x: number; y: number }) {
  const px = round(plot.toX(x))
  return (
    <g className={styles.cursor}>
      <path d={`M${px} ${plot.top}V${plot.bottom}`} />
      {!Number.isNaN(y) && <circle cx={px} cy={round(plot.toY(y))} r="4" />}
    </g>
  )
}
