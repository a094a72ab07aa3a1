/** Maximum number of points that are read, so that a wrong file cannot hold up the browser. */
export const POINTS_MAX = 200_000

/** A spectrum as its file has it. */
export interface Spectrum {
  /** Title that the file gives; empty without one. */
  title: string
  /** Kind of measurement that the file names, e.g. `INFRARED SPECTRUM`; empty without one. */
  measurement: string
  /** Positions, in ascending or descending order. */
  xs: Float64Array
  /** Values; `NaN` where the instrument has none. */
  ys: Float64Array
  /** Units or column titles, as the file has them; empty without any. */
  xLabel: string
  yLabel: string
  /** All text before the numbers, which may name units as well. */
  header: string
  /** The file lists peaks instead of a curve. */
  isPeakTable: boolean
  /** The file has columns or blocks that were not read. */
  hasMore: boolean
}

/** A file that cannot be drawn. The message is a Chinese sentence for the reader, with the line where one is at fault. */
export class SpectrumFault extends Error {
  /** @param line number of the line, from 1 */
  constructor(reason: string, line?: number) {
    super(line === undefined ? reason : `第 ${line} 行${reason}`)
  }
}

/** @throws SpectrumFault for a number beyond the range of numbers */
export function toFinite(text: string, line: number): number {
  const value = Number(text)
  if (!Number.isFinite(value)) throw new SpectrumFault(`的数值“${shorten(text)}”不能识别。`, line)
  return value
}

/** @throws SpectrumFault when there are too many points */
export function requireRoom(count: number): void {
  if (count > POINTS_MAX) throw new SpectrumFault(`数据超过 ${POINTS_MAX / 10_000} 万个点，不能绘图。`)
}

/** Shortens a text of a file for a message. */
export function shorten(text: string): string {
  const line = text.trim().slice(0, 200).replace(/\s+/g, ' ')
  return line.length > 30 ? `${line.slice(0, 30)}…` : line
}
