import { Download } from '@lucide/icons'
import { useMemo } from 'react'
import { formatNumber } from '#lib/format.ts'
import { FigureTable } from '#manage/controls/charts/figure-table.tsx'
import { ManageDialog } from '#manage/controls/dialogs/manage-dialog.tsx'
import { Note } from '#manage/controls/layout/note.tsx'
import { Button } from '#ui/forms/button.tsx'
import { findPeaks, type Peak } from './find-peaks.ts'
import { chooseRows, formatPosition, formatValue } from './plot.ts'
import { readSpectrum } from './read-spectrum.ts'
import { type Spectrum, SpectrumFault } from './spectrum.ts'
import { describeAxes, formatAxis, type RecordNames, type SpectrumAxes } from './spectrum-axes.ts'
import { SpectrumChart } from './spectrum-chart.tsx'
import styles from './spectrum-dialog.module.css'
import { useZoom } from './use-zoom.ts'

/** Rows of the table of values. */
const ROWS_MAX = 101

export interface SpectrumDialogProps {
  names: RecordNames
  bytes: Uint8Array
  onSave: () => void
  onClose: () => void
}

/** Shows the spectrum of a raw record, or says where its file cannot be read. */
export function SpectrumDialog({ names, bytes, onSave, onClose }: SpectrumDialogProps) {
  const read = useMemo(() => tryReading(bytes), [bytes])
  return (
    <ManageDialog
      size="large"
      title={`图谱：${names.fileName}`}
      onClose={onClose}
      actions={
        <Button variant="outline" icon={Download} onClick={onSave}>
          下载原文件
        </Button>
      }
    >
      {read instanceof SpectrumFault ? (
        <Note tone="error" title="这个文件不能绘成图谱" isLive>
          <p>{read.message}</p>
          <p>文件没有改动，可以下载后用仪器软件查看。</p>
        </Note>
      ) : (
        <SpectrumView spectrum={read} names={names} />
      )}
    </ManageDialog>
  )
}

function tryReading(bytes: Uint8Array): Spectrum | SpectrumFault {
  try {
    return readSpectrum(bytes)
  } catch (error) {
    if (error instanceof SpectrumFault) return error
    throw error
  }
}

function SpectrumView({ spectrum, names }: { spectrum: Spectrum; names: RecordNames }) {
  const axes = useMemo(() => describeAxes(spectrum, names), [spectrum, names])
  const zoom = useZoom(spectrum)
  const { part } = zoom
  const peaks = useMemo(() => findPeaks(part, axes.hasValleys), [part, axes])
  const remarks = listRemarks(spectrum, axes)
  return (
    <>
      <p className={styles.facts}>{describeSpectrum(part, axes)}</p>
      <SpectrumChart zoom={zoom} axes={axes} peaks={peaks} />
      {remarks.length > 0 && <Note>{remarks.join('')}</Note>}
      <section className={styles.tables}>
        <PeakTable spectrum={part} axes={axes} peaks={peaks} />
        <ValueTable spectrum={part} axes={axes} />
      </section>
    </>
  )
}

/** Describes title, range and number of points in one line. */
function describeSpectrum(spectrum: Spectrum, { x }: SpectrumAxes): string {
  const { title, xs, isPeakTable } = spectrum
  const [first, last] = [xs[0] ?? 0, xs.at(-1) ?? 0]
  const [from, to] = x.isReversed === first < last ? [last, first] : [first, last]
  const range = `${formatPosition(from, spectrum)} 至 ${formatPosition(to, spectrum)} ${x.unit}`.trim()
  return [title, range, `${formatNumber(xs.length)} 个${isPeakTable ? '峰' : '点'}`].filter(Boolean).join('，')
}

/** Sentences about what the chart leaves out or assumes. */
function listRemarks({ hasMore, xLabel }: Spectrum, { x, isAssumed }: SpectrumAxes): string[] {
  return [
    isAssumed ? `文件没有写明横坐标的单位，按仪器或文件名当作${formatAxis(x)}。` : '',
    !isAssumed && x.unit === '' && xLabel === '' ? '文件没有写明横坐标的单位。' : '',
    hasMore ? '文件中还有其他数据，这里只画第一组。' : '',
  ].filter(Boolean)
}

interface TableProps {
  spectrum: Spectrum
  axes: SpectrumAxes
}

function PeakTable({ spectrum, axes, peaks }: TableProps & { peaks: readonly Peak[] }) {
  const word = axes.hasValleys ? '谷' : '峰'
  return (
    <div>
      <h3 className={styles.heading}>主要的{word}</h3>
      <FigureTable
        label={`主要的${word}`}
        heads={[formatAxis(axes.x), formatAxis(axes.y)]}
        numbers={[0, 1]}
        rows={peaks.map(({ index }) => toRow(spectrum, index))}
        empty={`没有明显的${word}`}
      />
    </div>
  )
}

/** Values at equal distances, for readers who do not see the curve. */
function ValueTable({ spectrum, axes }: TableProps) {
  const rows = chooseRows(spectrum.xs.length, ROWS_MAX)
  const isWhole = rows.length === spectrum.xs.length
  return (
    <details className={styles.values}>
      <summary>{isWhole ? '全部数值' : `数值（等距取 ${rows.length} 个点）`}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrolls, so it must be reachable by keyboard */}
      <section className={styles.scroll} tabIndex={0} aria-label="数值">
        <FigureTable
          label="数值"
          heads={[formatAxis(axes.x), formatAxis(axes.y)]}
          numbers={[0, 1]}
          rows={rows.map((index) => toRow(spectrum, index))}
        />
      </section>
    </details>
  )
}

function toRow(spectrum: Spectrum, index: number) {
  const [x, y] = [spectrum.xs[index] ?? 0, spectrum.ys[index] ?? Number.NaN]
  return { key: `${index}`, cells: [formatPosition(x, spectrum), formatValue(y)] }
}
