import { asSafeHtml, type SafeHtml, toPlainText } from '#lib/html/safe-html.ts'
import type { GemRange } from './gem-facts.ts'

/** Properties in an entry's table, by the name in its first column. */
export const GEM_ROWS = [
  '英文名',
  '化学式',
  '晶系',
  '光性',
  '折射率',
  '双折射率',
  '密度',
  '摩氏硬度',
  '吸收光谱',
] as const
export type GemRow = (typeof GEM_ROWS)[number]

/** A measured property as printed, with its range. */
export interface GemMeasure {
  /** Text of the whole cell: `1.762–1.770（+0.009/−0.005）`. */
  text: string
  range: GemRange
  /** The range extended by its tolerance, if printed. */
  spread: { min: number; max: number }
  isSpotReading: boolean
}

/** The measured properties of a species. */
export interface GemSheet {
  /** Cells as printed; missing rows are left out. */
  rows: Partial<Record<GemRow, string>>
  refractiveIndex: GemMeasure
  /** Density in g/cm³. */
  density: GemMeasure
  /** Hardness on the Mohs scale. */
  hardness: GemMeasure
}

const TABLE = /<table\b[^>]*>(.*?)<\/table>/s
const TABLE_ROW = /<tr\b[^>]*>(.*?)<\/tr>/gs
const CELL = /<t[hd]\b[^>]*>(.*?)<\/t[hd]>/gs

/** Reads the first table of an article; `null` unless it has 折射率, 密度 and 摩氏硬度. */
export function readGemSheet(html: SafeHtml): GemSheet | null {
  const rows: GemSheet['rows'] = {}
  for (const [, row = ''] of (TABLE.exec(html)?.[1] ?? '').matchAll(TABLE_ROW)) {
    const [name = '', value] = [...row.matchAll(CELL)].map(([, cell = '']) => toPlainText(asSafeHtml(cell)))
    const known = GEM_ROWS.find((wanted) => wanted === removeUnit(name))
    if (known && value) rows[known] ??= value
  }
  const refractiveIndex = readGemMeasure(rows.折射率)
  const density = readGemMeasure(rows.密度)
  const hardness = readGemMeasure(rows.摩氏硬度)
  return refractiveIndex && density && hardness ? { rows, refractiveIndex, density, hardness } : null
}

/** `密度 (g/cm³)` → `密度`. */
function removeUnit(name: string): string {
  return name.replace(/\s*[（(].*$/, '').trim()
}

/**
 * Matches a number or range without a preceding sign, which would be a tolerance. Contains no lookbehind, which Safari
 * 15 lacks.
 */
const VALUE = /(?:^|[^\d.+\-−±–])(\d+(?:\.\d+)?)(?:\s*[–~～-]\s*(\d+(?:\.\d+)?))?/g

/**
 * Parses `1.762–1.770（+0.009/−0.005）`, `3.73 ±0.02`, `点测 1.50`, `海水 2.61–2.85；淡水 2.66–2.78`. Remarks in brackets are
 * ignored; several ranges are merged into one.
 */
export function readGemMeasure(text: string | undefined): GemMeasure | null {
  if (!text) return null
  const bare = text.replace(/（.*?）|\(.*?\)/g, ' ').replace(/±\s+/g, '±')
  const found = [...bare.matchAll(VALUE)]
  const numbers = found.flatMap(([, from, to]) => [from, to]).filter((number) => number !== undefined)
  if (numbers.length === 0) return null
  const sorted = [...numbers].sort((a, b) => Number(a) - Number(b))
  const [least = '', greatest = ''] = [sorted[0], sorted.at(-1)]
  const [min, max] = [Number(least), Number(greatest)]
  const { up, down } = parseTolerance(text)
  return {
    text,
    range: { min, max, text: least === greatest ? least : `${least}–${greatest}` },
    spread: { min: removeNoise(min - down), max: removeNoise(max + up) },
    isSpotReading: /点测/.test(text.replace(/（.*?）/g, '')),
  }
}

function parseTolerance(text: string): { up: number; down: number } {
  const both = /±\s*(\d+(?:\.\d+)?)/.exec(text)?.[1]
  if (both) return { up: Number(both), down: Number(both) }
  const [, up = '0', down = '0'] = /\+(\d+(?:\.\d+)?)\s*\/\s*[−-](\d+(?:\.\d+)?)/.exec(text) ?? []
  return { up: Number(up), down: Number(down) }
}

/** Removes floating-point noise. */
function removeNoise(value: number): number {
  return Math.round(value * 10_000) / 10_000
}
