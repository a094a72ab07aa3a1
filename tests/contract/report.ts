import type { Call } from '../../packages/contract/src/call.ts'
import { calls, toCallKey } from '../../packages/contract/src/calls.ts'
import type { CallCheck } from './call-check.ts'
import type { Findings } from './findings.ts'
import { notServed } from './not-served.ts'

interface Report {
  findings: Findings
  /** Checks that were run. */
  run: readonly CallCheck[]
  /** Checks that were skipped for this upstream. */
  spared: readonly CallCheck[]
  upstream: string
}

const HEADINGS = ['call', 'what differs', 'what the contract says'] as const

/** Returns the printed report of a run: the table of departures first, the count last. */
export function reportLines({ findings, run, spared, upstream }: Report): string[] {
  const { departures, unnamed, absent, variants } = findings
  const tried = new Set(run.map(({ call }) => call))
  const rows = departures.map(({ call, differs, says }) => [call, differs, says])
  const dropped = [...unnamed].map(([call, members]) => `${call}  ${[...members].join(', ')}`)
  const untried = (calls as readonly Call[]).map(toCallKey).filter((key) => !tried.has(key) && !notServed.has(key))
  return [
    `── ${upstream}`,
    ...(rows.length > 0 ? formatTable([[...HEADINGS], ...rows]) : ['No departures.']),
    ...formatSection('Variants of the family, which are no departures:', [...variants]),
    ...formatSection('Sent though the contract does not name it; the BFF drops it:', dropped),
    ...formatSection('Not served there; additions of this project, which pages do without:', [...absent]),
    ...formatSection(
      'Without a check:',
      [...notServed].map(([call, why]) => `${call}  ${why}`),
    ),
    ...formatSection('Not tried there:', untried),
    `${run.length} checks of ${tried.size} calls${spared.length > 0 ? `, ${spared.length} checks spared` : ''}, ${departures.length} departures`,
  ]
}

function formatSection(heading: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? ['', heading, ...lines.map((line) => `  ${line}`), ''] : []
}

/** Pads columns to their widest cell. */
function formatTable(rows: readonly (readonly string[])[]): string[] {
  const width = (column: number) => Math.max(...rows.map((row) => countColumns(row[column] ?? '')))
  const widths = HEADINGS.map((_heading, column) => width(column))
  const line = (row: readonly string[]) =>
    row.map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - countColumns(cell))).join('  ')
  const [head = [], ...body] = rows
  return [line(head), widths.map((one) => '─'.repeat(one)).join('  '), ...body.map(line)].map((one) => one.trimEnd())
}

/** Counts the columns of a text in a terminal: a Chinese character takes two. */
function countColumns(text: string): number {
  return text.replaceAll(/[\u2e80-\uffef]/g, '  ').length
}
