import { type GemMeasure, type GemRow, readGemMeasure } from '#domain/gems/gem-sheet.ts'
import type { ComparedGem } from './gem-loader.ts'

/**
 * Relation of the values of a row. `apart`: no measured value fits two gems, so the property distinguishes them;
 * `overlapping`: some value fits two.
 */
export type GemDifference = 'same' | 'different' | 'apart' | 'overlapping' | 'unknown'

const MEASURED: readonly GemRow[] = ['折射率', '双折射率', '密度', '摩氏硬度']

export function findDifference(row: GemRow, gems: readonly Pick<ComparedGem, 'sheet'>[]): GemDifference {
  // Names always differ, which says nothing about the stones.
  if (row === '英文名') return 'unknown'
  const texts = gems.map(({ sheet }) => sheet?.rows[row])
  const known = texts.filter((text) => text !== undefined)
  if (known.length < 2 || known.length < texts.length) return 'unknown'
  if (new Set(known).size === 1) return 'same'
  if (!MEASURED.includes(row)) return 'different'
  const measures = known.map(readGemMeasure)
  if (measures.some((measure) => measure === null)) return 'different'
  return areApart(measures.filter((measure) => measure !== null)) ? 'apart' : 'overlapping'
}

/** The tolerance after ± belongs to the range. */
function areApart(measures: readonly GemMeasure[]): boolean {
  const spreads = measures.map(({ spread }) => spread).sort((a, b) => a.min - b.min)
  return spreads.every((spread, index) => index === 0 || spread.min > (spreads[index - 1]?.max ?? 0))
}
