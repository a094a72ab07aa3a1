// `npm run bench [NAME]`: runs bench/*-bench.ts, or only NAME. Prints a table and writes bench/results/NAME.json. Compare
// figures of the same run only: the machine is shared. Exit 1 when a bench has missed its target.
import { globSync, mkdirSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import type { BenchRow } from '../bench/measuring/bench.ts'
import { getRepositoryPath, root } from './repository.ts'

interface Bench {
  name: string
  run: () => Promise<BenchRow[]>
}

const [wanted] = process.argv.slice(2)
const files = globSync('bench/*-bench.ts', { cwd: root }).sort()
const benches = await Promise.all(files.map(async (file) => (await import(getRepositoryPath(file))) as Bench))
const chosen = wanted === undefined ? benches : benches.filter(({ name }) => name === wanted)

if (chosen.length === 0) {
  console.error(wanted === undefined ? 'There is no bench.' : `There is no bench called "${wanted}".`)
  console.error(`Benches: ${benches.map(({ name }) => name).join(', ') || 'none'}`)
  process.exit(2)
}
for (const bench of chosen) {
  console.log(`── ${bench.name}`)
  const rows = await bench.run()
  printRows(rows)
  writeResult(bench.name, rows)
}
// An open handle of a bench must not keep the command from ending.
process.exit(process.exitCode ?? 0)

function printRows(rows: readonly BenchRow[]): void {
  const cells = rows.map(({ name, value, unit, note = '' }) => [name, formatValue(value), unit, note])
  const width = (column: number) => Math.max(0, ...cells.map((row) => countColumns(row[column] ?? '')))
  const fill = (text: string, column: number) => ' '.repeat(width(column) - countColumns(text))
  for (const [name = '', value = '', unit = '', note = ''] of cells) {
    console.log(`  ${name}${fill(name, 0)}  ${fill(value, 1)}${value} ${unit}${fill(unit, 2)}  ${note}`.trimEnd())
  }
}

/** Counts the columns of a text in a terminal: a Chinese character takes two. */
function countColumns(text: string): number {
  return text.replaceAll(/[\u2e80-\uffef]/g, '  ').length
}

/** Formats a value with three significant digits. */
function formatValue(value: number): string {
  return Math.abs(value) >= 100 ? Math.round(value).toLocaleString('en') : String(Number(value.toPrecision(3)))
}

function writeResult(name: string, rows: readonly BenchRow[]): void {
  const folder = getRepositoryPath('bench/results')
  mkdirSync(folder, { recursive: true })
  const machine = `${os.platform()}-${os.arch()}, ${os.availableParallelism()} × ${os.cpus()[0]?.model.trim()}`
  const result = { name, date: new Date().toISOString(), node: process.version, machine, rows }
  writeFileSync(`${folder}/${name}.json`, `${JSON.stringify(result, null, 2)}\n`)
}
